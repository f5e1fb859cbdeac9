import { z } from 'zod'
import { isMac, isStale } from '../../../platform/signed-http/signatures.ts'
import { enhancedCodeIn, momentOf } from './mail-event.ts'
import type { MailEvent } from './mail-event.ts'
import { firstTries, jsonOf } from './report-call.ts'
import type { ReceiveCall } from './report-call.ts'
import { earlierTokenKey, tokenIn, tokenKey } from './report-headers.ts'

const Signature = z.object({ timestamp: z.string().max(20), token: z.string().min(1).max(200), signature: z.string().max(200) })
const Event = z.object({
  id: z.string().min(1).max(200),
  event: z.string(),
  timestamp: z.number(),
  recipient: z.string().max(320),
  severity: z.string().optional(),
  reason: z.string().optional(),
  message: z.object({ headers: z.object({ 'message-id': z.string().max(998).optional() }).optional() }).optional(),
  envelope: z.object({ sender: z.string().max(320).optional() }).optional(),
  'user-variables': z
    .object({ [tokenKey]: z.string().max(100).optional(), [earlierTokenKey]: z.string().max(100).optional() })
    .optional()
    .catch(undefined),
  'delivery-status': z
    .object({
      code: z.number().optional().catch(undefined),
      message: z.string().optional(),
      description: z.string().optional(),
      'enhanced-code': z.string().optional(),
    })
    .optional(),
})
const Payload = z.object({ signature: z.unknown(), 'event-data': z.unknown() })

/** Mailgun webhooks: the HMAC covers a timestamp and a one-time token, but not the event. */
export const receiveMailgunCall: ReceiveCall = ({ body, secret, now }) => {
  if (!secret.signingKey) return { refusal: 'unset' }
  const payload = Payload.safeParse(jsonOf(body)).data
  const proof = Signature.safeParse(payload?.signature).data
  if (!proof) return { refusal: 'signature' }
  const scheme = { hash: 'sha256', encoding: 'hex' } as const
  if (!isMac(proof.signature, scheme, secret.signingKey, proof.timestamp, proof.token)) return { refusal: 'signature' }
  if (isStale(proof.timestamp, now, firstTries)) return { refusal: 'stale' }
  const event = Event.safeParse(payload?.['event-data']).data
  if (!event) return { refusal: 'unreadable' }
  return { events: read(event), oneTimeWord: proof.token }
}

function read(data: z.output<typeof Event>): MailEvent[] {
  const outcome = readKind(data)
  if (!outcome) return []
  const status = data['delivery-status'] ?? {}
  const texts = [status.code, status['enhanced-code'], status.message || status.description].filter(Boolean).join(' ')
  const messageId = data.message?.headers?.['message-id']
  return [
    {
      // Its ids are unique for a day only.
      id: `${Math.floor(data.timestamp)}:${data.id}`,
      recipient: data.recipient,
      messageIds: messageId ? [`<${messageId.replaceAll(/[<>]/g, '')}>`] : [],
      token: tokenIn(data['user-variables']),
      returnPath: data.envelope?.sender,
      at: momentOf(data.timestamp),
      ...(data.event === 'failed'
        ? { statusCode: enhancedCodeIn(status['enhanced-code'] ?? '') ?? enhancedCodeIn(texts), diagnostic: texts }
        : {}),
      ...outcome,
    },
  ]
}

/** For all others (`generic`), the server's reply decides. */
const isPermanent: Partial<Record<string, boolean>> = { bounce: true, 'suppress-bounce': true, old: false, espblock: false }

/** Opens and clicks count by our own addresses. */
function readKind({ event, severity, reason = '' }: z.output<typeof Event>): Pick<MailEvent, 'type' | 'permanent' | 'isOptOut'> | null {
  if (event === 'delivered') return { type: 'delivered' }
  if (event === 'complained') return { type: 'complained' }
  if (event === 'unsubscribed') return { type: 'unsubscribed' }
  if (event === 'rejected') return { type: 'failed' }
  if (event !== 'failed') return null
  // It tries again.
  if (severity !== 'permanent') return { type: 'delayed' }
  if (reason === 'suppress-unsubscribe' || reason === 'suppress-complaint') return { type: 'failed', isOptOut: true }
  return { type: 'bounced', permanent: isPermanent[reason] }
}
