import { z } from 'zod'
import { unavailable } from '../../../platform/errors.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import type { HttpOut } from '../../../platform/http-out/http-out.ts'
import { sesMessageIds } from '../../../platform/mail/ses-message-id.ts'
import { enhancedCodeIn, momentOf } from './mail-event.ts'
import type { MailEvent } from './mail-event.ts'
import { jsonOf } from './report-call.ts'
import type { ReceiveCall, CallResult } from './report-call.ts'
import { earlierTokenKey, tokenKey } from './report-headers.ts'
import { isSignedBySns, snsAddress, SnsMessage } from '../../../platform/signed-http/sns-signature.ts'

const address = z.string().max(320)
const Recipient = z.object({ emailAddress: address, status: z.string().optional(), diagnosticCode: z.string().optional() })
const Mail = z.object({
  messageId: z.string().max(200),
  /** The envelope sender, present even if the headers are left out. */
  source: z.string().max(998).optional(),
  sourceArn: z.string().optional(),
  destination: z.array(address).default([]),
  headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  tags: z.record(z.string(), z.array(z.string())).optional(),
})
const about = { mail: Mail }
const Kind = z.object({ notificationType: z.string().optional(), eventType: z.string().optional() })
const Bounce = z.object({
  ...about,
  bounce: z.object({
    bounceType: z.string(),
    bouncedRecipients: z.array(Recipient),
    timestamp: z.string(),
    feedbackId: z.string().optional(),
  }),
})
const Complaint = z.object({
  ...about,
  complaint: z.object({
    complainedRecipients: z.array(Recipient),
    timestamp: z.string(),
    feedbackId: z.string().optional(),
    complaintFeedbackType: z.string().nullish(),
    complaintSubType: z.string().nullish(),
  }),
})
const Delivery = z.object({ ...about, delivery: z.object({ recipients: z.array(address), timestamp: z.string() }) })
const Delay = z.object({
  ...about,
  deliveryDelay: z.object({ delayedRecipients: z.array(Recipient), delayType: z.string().optional(), timestamp: z.string() }),
})
const Reject = z.object({ ...about, reject: z.object({ reason: z.string().optional() }) })

/** Amazon SES through SNS: signed by SNS, only from the configured topic. A subscription to that topic is confirmed. */
export const receiveSesCall: ReceiveCall = async ({ body, secret, now }, { httpOut }) => {
  if (!secret.topicArn) return { refusal: 'unset' }
  const message = SnsMessage.safeParse(jsonOf(body)).data
  if (!message) return { refusal: 'signature' }
  if (message.TopicArn !== secret.topicArn) return { refusal: 'topic' }
  if (!(await retriedBySns(() => isSignedBySns(message, httpOut, now)))) return { refusal: 'signature' }
  if (message.Type === 'SubscriptionConfirmation') return confirm(message, httpOut)
  if (message.Type === 'UnsubscribeConfirmation') return { events: [] }
  const outcome: unknown = jsonOf(Buffer.from(message.Message))
  const events = readSes(outcome)
  // SES tests a topic with a plain text message.
  return events ? { events } : outcome === null ? { events: [] } : { refusal: 'unreadable' }
}

/** SNS calls again after this response. @throws 503 where the network failed. */
async function retriedBySns<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EgressError) throw unavailable('Amazon SNS could not be reached.', error)
    throw error
  }
}

async function confirm({ SubscribeURL }: SnsMessage, httpOut: Pick<HttpOut, 'fetch'>): Promise<CallResult> {
  const url = snsAddress(SubscribeURL ?? '')
  if (!url) return { refusal: 'signature' }
  const response = await retriedBySns(() => httpOut.fetch(url, { timeoutMs: 10_000, maxBytes: 64 * 1024 }))
  await response.body?.cancel()
  if (!response.ok) throw unavailable('Amazon SNS did not confirm the subscription.')
  return { events: [] }
}

/** Events of a notification or of event publishing; empty for kinds without news, null if it cannot be read. */
export function readSes(payload: unknown): MailEvent[] | null {
  const kind = Kind.safeParse(payload).data
  const name = kind?.notificationType ?? kind?.eventType
  if (name === undefined) return null
  switch (name) {
    case 'Bounce':
      return readBounce(payload)
    case 'Complaint':
      return readComplaint(payload)
    case 'Delivery': {
      const { mail, delivery } = Delivery.safeParse(payload).data ?? {}
      if (!mail || !delivery) return null
      return delivery.recipients.map((recipient) => ({
        ...named(mail),
        id: `${mail.messageId}:delivery:${recipient}`,
        type: 'delivered',
        recipient,
        at: momentOf(delivery.timestamp),
      }))
    }
    case 'DeliveryDelay':
      return readDelay(payload)
    case 'Reject': {
      const { mail, reject } = Reject.safeParse(payload).data ?? {}
      if (!mail || !reject) return null
      const { reason } = reject
      return mail.destination.map((recipient) => ({
        ...named(mail),
        id: `${mail.messageId}:reject:${recipient}`,
        type: 'failed',
        recipient,
        diagnostic: reason,
      }))
    }
    default:
      // Sent, opened, clicked: the first we know, the others count by our own addresses.
      return []
  }
}

/** By what our message is found: what we sent along, the envelope, our Message-ID, and the one that SES gave it instead. */
function named({
  messageId,
  source,
  sourceArn,
  headers = [],
  tags = {},
}: z.output<typeof Mail>): Pick<MailEvent, 'token' | 'returnPath' | 'messageIds'> {
  const ours = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value
  return {
    token: (tags[tokenKey] ?? tags[earlierTokenKey])?.[0],
    returnPath: source?.replaceAll(/^.*<|>.*$/g, ''),
    messageIds: [...sesMessageIds(messageId, sourceArn?.split(':')[3]), ...(ours ? [ours.trim()] : [])],
  }
}

/** `Undetermined`: the server's reply decides. */
const isPermanent: Partial<Record<string, boolean>> = { Permanent: true, Transient: false }

function readBounce(payload: unknown): MailEvent[] | null {
  const { mail, bounce } = Bounce.safeParse(payload).data ?? {}
  if (!mail || !bounce) return null
  return bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode = '' }) => ({
    ...named(mail),
    id: `${bounce.feedbackId ?? mail.messageId}:${emailAddress}`,
    type: 'bounced',
    recipient: emailAddress,
    at: momentOf(bounce.timestamp),
    permanent: isPermanent[bounce.bounceType],
    statusCode: enhancedCodeIn(status ?? '') ?? enhancedCodeIn(diagnosticCode),
    diagnostic: diagnosticCode.replace(/^[\w-]+\s*;\s*/, ''),
  }))
}

function readComplaint(payload: unknown): MailEvent[] | null {
  const { mail, complaint } = Complaint.safeParse(payload).data ?? {}
  if (!mail || !complaint) return null
  // `not-spam` is the opposite of a complaint.
  if (complaint.complaintFeedbackType === 'not-spam') return []
  // The recipient complained earlier: SES did not send.
  const outcome =
    complaint.complaintSubType === 'OnAccountSuppressionList'
      ? ({ type: 'failed', isOptOut: true } as const)
      : ({ type: 'complained' } as const)
  return complaint.complainedRecipients.map(({ emailAddress }) => ({
    ...named(mail),
    id: `${complaint.feedbackId ?? mail.messageId}:${emailAddress}`,
    ...outcome,
    recipient: emailAddress,
    at: momentOf(complaint.timestamp),
    diagnostic: complaint.complaintFeedbackType ? `Feedback-Type: ${complaint.complaintFeedbackType}` : undefined,
  }))
}

function readDelay(payload: unknown): MailEvent[] | null {
  const { mail, deliveryDelay: delay } = Delay.safeParse(payload).data ?? {}
  if (!mail || !delay) return null
  return delay.delayedRecipients.map(({ emailAddress, status, diagnosticCode }) => ({
    ...named(mail),
    id: `${mail.messageId}:delay:${delay.timestamp}:${emailAddress}`,
    type: 'delayed',
    recipient: emailAddress,
    at: momentOf(delay.timestamp),
    statusCode: enhancedCodeIn(status ?? diagnosticCode ?? ''),
    diagnostic: diagnosticCode ?? delay.delayType,
  }))
}
