import { skipReasons } from '@imperium/contract/contacts/reach.ts'
import type { SkipReason } from '@imperium/contract/contacts/reach.ts'
import { t, translateMessage } from './words.ts'

const words: Record<SkipReason, string> = {
  no_address: t('No address on this channel'),
  invalid_address: t('The address is not valid'),
  suppressed: t('On the suppression list'),
  platform_suppressed: t('On the suppression list of the platform'),
  bounced: t('No message reaches this address'),
  no_consent: t('Has not agreed to this purpose'),
  cap: t('Got enough messages lately'),
  missing_field: t('A field of the message is missing'),
  rendering_error: t('The message cannot be written for this contact'),
  no_template_approval: t('The WhatsApp template is not approved'),
  window_closed: t('Wrote nothing on WhatsApp in the last 24 hours'),
  agent_rejected: t('What the agent wrote was rejected'),
  agent_failed: t('The agent could not write a message'),
  erased: t('Was erased'),
  merged: t('Became part of another contact'),
  duplicate_address: t('Somebody else with the same number got it'),
  window_missed: t('The send window was missed'),
}

export const laterWords = { quiet_hours: t('Quiet hours'), window: t('Outside of the send window') } as const

const audienceWords: Readonly<Record<string, string>> = {
  no_audience: t('No audience is chosen yet'),
  not_in_audience: t('Not in the audience as it is now'),
}

const failureWords: Readonly<Record<string, string>> = {
  rejected: t('Refused by the provider or the receiver'),
  put_off_too_long: t('Put off by the receiver for too long'),
  undelivered: t('Accepted, and then not delivered'),
  opted_out: t('Has told the provider to get nothing more'),
  refused_to_all: t('Refused for a reason that concerns all recipients'),
  throttled: t('The provider asked to slow down'),
  put_off: t('Put off by the receiver'),
  domain_rate: t('The rate for this domain is reached'),
  outcome_unknown: t('It is not known whether it went out'),
  winner: t('Waits for the winner'),
}

/** Why somebody does not get a message, or not yet; the provider's own words as they are. */
export function reasonWords(reason: string): string {
  const known = skipReasons.find((each) => each === reason)
  if (known) return words[known]
  if (reason === 'quiet_hours' || reason === 'window') return laterWords[reason]
  return audienceWords[reason] ?? failureWords[reason] ?? reason.replaceAll('_', ' ')
}

/** What stands beside the reason: why a message that may have gone out was not repeated, or the words of the other side. */
export function detailWords(detail: string): string {
  const [, reason] = /^Not sent again: (\w+)$/.exec(detail) ?? []
  return reason === undefined ? translateMessage(detail) : t('Not sent again: {reason}', { reason: reasonWords(reason) })
}
