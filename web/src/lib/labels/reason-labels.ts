import { skipReasons } from '@imperium/contract/contacts/reach.ts'
import type { SkipReason } from '@imperium/contract/contacts/reach.ts'
import { t, translateMessage } from '../words.ts'

const texts: Record<SkipReason, string> = {
  no_address: t('No address on this channel'),
  invalid_address: t('The address is not valid'),
  suppressed: t('On the suppression list'),
  platform_suppressed: t('On the suppression list of the platform'),
  bounced: t('No message reaches this address'),
  no_consent: t('No consent for this purpose'),
  cap: t('Reached the frequency cap'),
  missing_field: t('A field of the message is missing'),
  rendering_error: t('The message cannot be rendered for this contact'),
  no_template_approval: t('The WhatsApp template is not approved'),
  window_closed: t('No WhatsApp message from the contact in the last 24 hours'),
  agent_rejected: t("The agent's message was rejected"),
  agent_failed: t('The agent could not write a message'),
  erased: t('Was erased'),
  merged: t('Merged into another contact'),
  duplicate_address: t('Another contact with the same number got it'),
  window_missed: t('The send window was missed'),
}

export const laterLabels = { quiet_hours: t('Quiet hours'), window: t('Outside of the send window') } as const

const audienceLabels: Readonly<Record<string, string>> = {
  no_audience: t('No audience is chosen yet'),
  not_in_audience: t('Not in the audience as it is now'),
}

const failureLabels: Readonly<Record<string, string>> = {
  rejected: t('Refused by the provider or the receiver'),
  put_off_too_long: t('Deferred by the receiving server for too long'),
  undelivered: t('Accepted but not delivered'),
  opted_out: t('Unsubscribed at the provider'),
  refused_to_all: t('Rejected for a reason that affects all recipients'),
  throttled: t('The provider asked to slow down'),
  put_off: t('Deferred by the receiving server'),
  domain_rate: t('The rate for this domain is reached'),
  outcome_unknown: t('Unknown whether it was sent'),
  winner: t('Waits for the winner'),
}

/** Why a contact does not get a message, or not yet; the provider's own text is unchanged. */
export function reasonText(reason: string): string {
  const known = skipReasons.find((each) => each === reason)
  if (known) return texts[known]
  if (reason === 'quiet_hours' || reason === 'window') return laterLabels[reason]
  return audienceLabels[reason] ?? failureLabels[reason] ?? reason.replaceAll('_', ' ')
}

/** The server writes the code of the reason after it. */
const notAgain = 'Not sent again: '

/** The detail beside the reason: why a message with an unknown outcome was not retried, or the provider's text. */
export function detailText(detail: string): string {
  return detail.startsWith(notAgain)
    ? t('Not sent again: {reason}', { reason: reasonText(detail.slice(notAgain.length)) })
    : translateMessage(detail)
}
