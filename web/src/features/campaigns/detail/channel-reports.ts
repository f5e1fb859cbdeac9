import type { Channel } from '@imperium/contract/contacts/reach.ts'

const reported: Readonly<Record<'opened' | 'clicked', readonly Channel[]>> = {
  // WhatsApp reports read messages.
  opened: ['email', 'whatsapp'],
  clicked: ['email', 'sms', 'whatsapp'],
}

/** True if a channel reports opens or clicks. Otherwise a 0 would be misleading. */
export const isReported = (channel: Channel, what: string): boolean =>
  what === 'opened' || what === 'clicked' ? reported[what].includes(channel) : true
