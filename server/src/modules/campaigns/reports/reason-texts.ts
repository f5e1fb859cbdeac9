import type { RetryReason } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { RecipientStatus } from '@imperium/contract/campaigns/campaigns.ts'
import type { SkipReason } from '@imperium/contract/contacts/reach.ts'

const reasons: Record<
  SkipReason | 'quiet_hours' | 'window' | RetryReason | 'opted_out' | 'refused_to_all' | 'domain_rate' | 'outcome_unknown' | 'winner',
  string
> = {
  no_address: 'there is no address for this channel',
  invalid_address: 'the address is not valid',
  suppressed: 'the address is on the suppression list of the organization',
  platform_suppressed: 'the address is on the suppression list of this installation',
  // Of numbers, too.
  bounced: 'no message reaches this address',
  no_consent: 'there is no consent to this purpose on this channel',
  cap: 'the person has got as many messages as the organization allows',
  duplicate_address: 'somebody else with the same number has got it',
  missing_field: 'a field that the message needs has no value',
  rendering_error: 'the message cannot be filled in',
  no_template_approval: 'the WhatsApp template is not approved',
  window_closed: 'WhatsApp allows free text only within 24 hours of a message from the person',
  agent_rejected: 'what the agent wrote was rejected',
  agent_failed: 'the agent wrote nothing',
  erased: 'the contact was erased',
  merged: 'the contact became part of another one',
  window_missed: 'the send window lies within the quiet hours',
  quiet_hours: 'it is quiet time where the person lives',
  window: 'the send window of the campaign is closed',
  rejected: 'the provider or the receiver refused it',
  put_off_too_long: 'the receiver put it off for too long',
  undelivered: 'it was accepted and then not delivered',
  opted_out: 'the person has told the provider that they want nothing more',
  refused_to_all: 'it was refused for a reason that concerns all recipients',
  domain_rate: 'the rate for this domain is reached',
  outcome_unknown: 'it is not known whether it went out',
  winner: 'it waits for the variant that wins the A/B test',
}

/** The text of a reason, to follow a colon; a provider's own reason stays as it is. */
export const reasonText = (reason: string): string => (reasons as Record<string, string>)[reason] ?? reason.replaceAll('_', ' ')

const statuses: Record<RecipientStatus, string> = {
  queued: 'It is queued',
  sending: 'It is being sent',
  sent: 'It was sent',
  delivered: 'It was delivered',
  opened: 'It was delivered and opened',
  clicked: 'It was delivered, and a link was followed',
  responded: 'It was delivered, and the person answered',
  bounced: 'It did not arrive',
  complained: 'It was delivered, and the person complained',
  unsubscribed: 'It was delivered, and the person unsubscribed',
  failed: 'It could not be sent',
  skipped: 'It was not sent',
  held: 'A crash or a silent provider hid whether it went out; somebody has to decide',
}
export const statusText = (status: string): string => (statuses as Record<string, string>)[status] ?? status
