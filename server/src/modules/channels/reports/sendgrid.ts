import { keyWithoutLines } from '@imperium/contract/channels/delivery-reports.ts'
import { z } from 'zod'
import { readP256Key, refuseTimedKey } from '../../../platform/signed-http/schemes.ts'
import { enhancedCodeIn, momentOf } from './mail-event.ts'
import type { MailEvent } from './mail-event.ts'
import { firstTries, jsonOf } from './report-call.ts'
import type { ReceiveCall } from './report-call.ts'
import { earlierTokenKey, tokenKey } from './report-headers.ts'

/** SendGrid's own fields, mixed with the values that we sent. */
const Event = z.object({
  event: z.string(),
  email: z.string().max(320),
  sg_event_id: z.string().min(1).max(300),
  timestamp: z.number(),
  'smtp-id': z.string().max(998).optional(),
  [tokenKey]: z.string().max(100).optional().catch(undefined),
  [earlierTokenKey]: z.string().max(100).optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
})
const Batch = z.array(z.unknown()).max(5_000)

/** The key as the console shows it (base64 of the DER), or as PEM; null for any key that is not P-256. */
export const readVerificationKey = (text: string) => readP256Key(keyWithoutLines(text))

/** SendGrid Event Webhook: ECDSA over the timestamp and the raw body. */
export const receiveSendgridCall: ReceiveCall = ({ body, header, secret, now }) => {
  const key = readVerificationKey(secret.verificationKey ?? '')
  if (!key) return { refusal: 'unset' }
  const time = header('x-twilio-email-event-webhook-timestamp') ?? ''
  const given = header('x-twilio-email-event-webhook-signature') ?? ''
  const refusal = refuseTimedKey({ given, time }, key, body, now, firstTries)
  if (refusal) return { refusal }
  const batch = Batch.safeParse(jsonOf(body))
  if (!batch.success) return { refusal: 'unreadable' }
  return { events: batch.data.flatMap(read) }
}

/** An event of another format (such as an account event) or kind is ignored. */
function read(each: unknown): MailEvent[] {
  const { data } = Event.safeParse(each)
  const outcome = data && readKind(data)
  if (!data || !outcome) return []
  return [
    {
      id: data.sg_event_id,
      recipient: data.email,
      messageIds: [data['smtp-id'] ?? ''],
      token: data[tokenKey] ?? data[earlierTokenKey],
      at: momentOf(data.timestamp),
      statusCode: enhancedCodeIn(data.status ?? '') ?? enhancedCodeIn(data.reason ?? data.response ?? ''),
      diagnostic: data.reason ?? (data.event === 'delivered' ? undefined : data.response),
      ...outcome,
    },
  ]
}

/** Opens and clicks count by our own addresses; `processed` is the acceptance that we have had. */
function readKind({ event, type, reason = '' }: z.output<typeof Event>): Pick<MailEvent, 'type' | 'permanent' | 'isOptOut'> | null {
  if (event === 'delivered') return { type: 'delivered' }
  if (event === 'deferred') return { type: 'delayed' }
  if (event === 'spamreport') return { type: 'complained' }
  if (event === 'unsubscribe' || event === 'group_unsubscribe') return { type: 'unsubscribed' }
  // "blocked" means that the server refused us as sender, whatever its code.
  if (event === 'bounce') return { type: 'bounced', permanent: type !== 'blocked' }
  if (event !== 'dropped') return null
  // SendGrid did not send: the address is on its own suppression list.
  if (/^bounced address|^invalid$/i.test(reason)) return { type: 'bounced', permanent: true }
  return /unsubscribed|spam reporting/i.test(reason) ? { type: 'failed', isOptOut: true } : { type: 'failed' }
}
