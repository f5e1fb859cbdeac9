import type { LaunchCheck, LaunchChecklist } from '@imperium/contract/campaigns/launch-checklist.ts'
import { plural, t } from '../../../lib/words.ts'

export const checkLabels: Readonly<Record<LaunchCheck, string>> = {
  own_address: t('Your own address'),
  sender: t('Sender'),
  postal_address: t('Postal address'),
  account: t('Account'),
  audience: t('Audience'),
  consent: t('Consent'),
  message: t('Message'),
  sample_text: t('Sample text'),
  links: t('Links'),
  merge_fields: t('Merge fields'),
  images: t('Images'),
  agent: t('Agent'),
  schedule: t('Schedule'),
}

export const stateLabels: Readonly<Record<LaunchChecklist['checks'][number]['state'], string>> = {
  ok: t('done'),
  warning: t('worth a look'),
  error: t('to do'),
}

/** What the button of a finding does. */
export const fixLabels: Readonly<Record<LaunchCheck, string>> = {
  own_address: t('Verify it'),
  sender: t('Choose a sender'),
  postal_address: t('Enter the address'),
  account: t('Choose an account'),
  audience: t('Choose the audience'),
  consent: t('Choose the purpose'),
  message: t('Show in the message'),
  sample_text: t('Show in the message'),
  links: t('Show in the message'),
  merge_fields: t('Show in the message'),
  images: t('Show in the message'),
  agent: t('Show the agent'),
  schedule: t('Change the schedule'),
}

/** How many things are left to do; null where the launch is free. */
export function blockedText(list: LaunchChecklist | undefined): string | null {
  const count = list?.checks.filter(({ state }) => state === 'error').length ?? 0
  if (count === 0) return null
  return plural(count, { one: '{count} thing to do before you can send', other: '{count} things to do before you can send' })
}
