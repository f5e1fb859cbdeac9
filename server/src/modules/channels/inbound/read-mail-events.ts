import { z } from 'zod'
import type { NewInboundItem } from './inbound-store.ts'
import { toInboundItem } from '../reports/mail-event.ts'

/** A report of an email provider (or a small script beside a mail server); see docs/channels.md. */
const Event = z.object({
  id: z.string().min(1).max(300),
  type: z.enum(['delivered', 'bounced', 'complained', 'opened', 'clicked', 'unsubscribed', 'failed']),
  recipient: z.string().max(320),
  /** Our Message-ID, with its angle brackets. */
  messageId: z.string().max(998).optional(),
  /** The envelope sender that we gave. */
  returnPath: z.string().max(320).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  permanent: z.boolean().optional(),
  statusCode: z.string().max(20).optional(),
  diagnostic: z.string().max(2_000).optional(),
})
const Payload = z.object({ events: z.array(Event).min(1).max(1_000) })

/** @returns null if the body has another format. */
export function readMailEvents(payload: unknown, accountId: string): NewInboundItem[] | null {
  const read = Payload.safeParse(payload)
  return read.success
    ? read.data.events.map(({ messageId, at, ...event }) =>
        toInboundItem({ ...event, messageIds: messageId ? [messageId] : [], at: at ? new Date(at) : undefined }, accountId, 'event'),
      )
    : null
}
