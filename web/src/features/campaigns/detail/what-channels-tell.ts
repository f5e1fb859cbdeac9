import type { Channel } from '@imperium/contract/contacts/reach.ts'

const told: Readonly<Record<'opened' | 'clicked', readonly Channel[]>> = {
  // WhatsApp says what was read.
  opened: ['email', 'whatsapp'],
  clicked: ['email', 'sms', 'whatsapp'],
}

/** Whether a channel tells of openings or clicks at all: where it does not, a 0 would say what nobody knows. */
export const isTold = (channel: Channel, what: string): boolean =>
  what === 'opened' || what === 'clicked' ? told[what].includes(channel) : true
