import { t } from '../../lib/words.ts'

/** A provider's name as it stands in a sentence; as it came for one that we do not know. */
export function providerName(provider: string): string {
  const names = new Map([
    ['google', 'Google'],
    ['github', 'GitHub'],
    ['sso', t('single sign-on')],
  ])
  return names.get(provider) ?? provider
}
