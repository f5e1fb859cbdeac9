import type { Channel } from '@imperium/contract/contacts/reach.ts'

const told: Readonly<Record<'opened' | 'clicked', readonly Channel[]>> = {
  // WhatsApp reports read messages.
  opened: ['email', 'whatsapp'],
  clicked: ['email', 'sms', 'whatsapp'],
}

/** True if a channel reports opens or clicks. Otherwise a 0 would be misleading. */
export const isTold = (channel: Channel, what: string): boolean =>
  what === 'opened' || what === 'clicked' ? told[what].includes(channel) : true
