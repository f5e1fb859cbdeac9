import type { Conversation, Message, Priority, Reply } from '@imperium/contract/messages.ts'
import { receivedLabels } from '../../lib/labels/received-labels.ts'
import { t } from '../../lib/words.ts'

export const priorityLabels: Record<Priority, string> = { urgent: t('Urgent'), high: t('High'), normal: t('Normal'), low: t('Low') }

/** The choices come from the specification; low is not offered because it is rarely searched. */
export const priorityFilter = (['urgent', 'high', 'normal'] as const).map((value) => ({ value, label: priorityLabels[value] }))
export const priorityOptions = (['urgent', 'high', 'normal', 'low'] as const).map((value) => ({ value, label: priorityLabels[value] }))

export const channelLabels: Record<NonNullable<Message['channel']>, string> = {
  email: t('Email'),
  sms: t('SMS'),
  whatsapp: t('WhatsApp'),
  webhook: t('Webhook'),
  chat: t('Website chat'),
}

/** The label of an outgoing message's status; none for ordinary states. */
export const statusText: Partial<Record<Reply['status'], string>> = {
  queued: t('Waiting to be sent'),
  sending: t('Being sent'),
  sent: t('Sent'),
  delivered: t('Delivered'),
  bounced: t('Not delivered: bounced'),
  failed: t('Not sent'),
  held: t('Held: unknown whether it was sent'),
}

export const blockLabels: Record<NonNullable<Conversation['blocked']>, string> = {
  suppressed: t('This contact opted out of this channel.'),
  window_closed: t("WhatsApp allows free text for 24 hours after the contact's last message. Send an approved template instead."),
  no_address: t('This contact has no address on this channel.'),
  erased: t('This contact was erased.'),
  no_contact: t('The sender is not in your contacts. Add them to reply.'),
}

type Row = Pick<Message, 'contactName' | 'direction' | 'isMine' | 'preview' | 'recipient' | 'recipientEmail' | 'sender'>

/** The partner of a conversation, independent of the last sender: the contact; between members the other one. */
export const partnerOf = ({ contactName, isMine, recipient, sender }: Row): string => contactName || (isMine && recipient) || sender

export const recipientOf = ({ contactName, recipient, recipientEmail }: Row): string => contactName || recipient || recipientEmail

/** The newest message in one line; starts with the sender's name if it is not the titled contact. */
export function excerptOf({ direction, isMine, preview: text, sender }: Row): string {
  if (direction === 'inbound') return receivedLabels(text)
  if (isMine) return t('You: {text}||messages', { text })
  return direction === 'outbound' ? t('{name}: {text}||messages', { name: sender, text }) : text
}
