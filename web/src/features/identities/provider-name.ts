import { t } from '../../lib/words.ts'

/** A provider's name inside a sentence; unchanged for an unknown one. */
export function providerName(provider: string): string {
  const names = new Map([
    ['google', 'Google'],
    ['github', 'GitHub'],
    ['sso', t('single sign-on')],
  ])
  return names.get(provider) ?? provider
}
