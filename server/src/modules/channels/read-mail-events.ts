import { z } from 'zod'
import { isAddressFault } from './address-fault.ts'
import type { InboundData, InboundKind, NewInboundItem } from './inbound-store.ts'
import { verpTokenOf } from './verp-token.ts'

/** What an e-mail provider (or a small script beside a mail server) reports; docs/channels.md describes it. */
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

const kinds: Partial<Record<z.output<typeof Event>['type'], InboundKind>> = { bounced: 'bounce', complained: 'complaint' }

/** @returns null where the body is not of this form. */
export function readMailEvents(payload: unknown, accountId: string): NewInboundItem[] | null {
  const read = Payload.safeParse(payload)
  return read.success ? read.data.events.map((event) => toItem(event, accountId)) : null
}

/** What the codes say of the address comes before what the provider calls permanent: a policy is that, too, and no fault of the address. */
function isForGood(permanent: boolean | undefined, statusCode: string | undefined, diagnostic = ''): boolean {
  if (permanent === false) return false
  const isTelling = /^5\.(?!0\.0$)/.test(statusCode ?? '') || /\b5(\d\d|\.\d+\.\d+)\b/.test(diagnostic)
  return isTelling ? isAddressFault(statusCode, diagnostic) : (permanent ?? false)
}

function toItem(event: z.output<typeof Event>, accountId: string): NewInboundItem {
  const { id, type, recipient, messageId, returnPath, at, permanent, statusCode, diagnostic } = event
  const verpToken = returnPath ? verpTokenOf(returnPath) : null
  const isBounce = type === 'bounced'
  const data: InboundData = {
    originalRecipient: recipient.toLowerCase(),
    ...(type === 'complained' ? {} : { status: type }),
    ...(messageId ? { messageIds: [messageId] } : {}),
    ...(verpToken ? { verpToken } : {}),
    ...(statusCode ? { statusCode } : {}),
    ...(diagnostic ? { diagnostic } : {}),
    ...(isBounce ? { isPermanent: isForGood(permanent, statusCode, diagnostic) } : {}),
  }
  return {
    accountId,
    channel: 'email',
    kind: kinds[type] ?? 'status',
    externalId: `event:${id}`,
    sender: recipient.toLowerCase(),
    recipient: returnPath ?? '',
    subject: '',
    text: '',
    data,
    at: at ? new Date(at) : undefined,
  }
}
