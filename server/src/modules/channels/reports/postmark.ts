import { z } from 'zod'
import { constantTimeEqual } from '../../../platform/crypto/crypto.ts'
import { enhancedCodeIn, momentOf } from './mail-event.ts'
import type { MailEvent } from './mail-event.ts'
import { jsonOf } from './report-call.ts'
import type { ReceiveCall } from './report-call.ts'
import { earlierTokenKey, tokenIn, tokenKey } from './report-headers.ts'

/** The user name that Postmark signs in with; webhooks that were set up earlier use the second. */
export const postmarkUser = 'reports'
const earlierUser = 'imperium'

const token = z.string().max(100).optional()
const Metadata = z
  .object({ [tokenKey]: token, [earlierTokenKey]: token })
  .optional()
  .catch(undefined)
const common = { MessageID: z.string().min(1).max(200), Metadata }
const address = z.string().max(320)
const moment = z.string().max(40)
const Record = z.discriminatedUnion('RecordType', [
  z.object({ RecordType: z.literal('Delivery'), ...common, Recipient: address, DeliveredAt: moment }),
  z.object({
    RecordType: z.enum(['Bounce', 'SpamComplaint']),
    ...common,
    ID: z.number(),
    Type: z.string().max(100),
    Email: address,
    BouncedAt: moment,
    Details: z.string().optional(),
    Description: z.string().optional(),
  }),
  z.object({
    RecordType: z.literal('SubscriptionChange'),
    ...common,
    Recipient: address,
    ChangedAt: moment,
    SuppressSending: z.boolean(),
    SuppressionReason: z.string().nullable(),
    Origin: z.string(),
  }),
  z.object({ RecordType: z.enum(['Open', 'Click', 'Inbound', 'SMTPApiError']) }),
])
type Report = z.output<typeof Record>

/** Postmark webhooks have no signature; the password entered in its console authenticates them. */
export const receivePostmarkCall: ReceiveCall = ({ body, header, secret }) => {
  if (!secret.password) return { refusal: 'unset' }
  const given = header('authorization') ?? ''
  const isFrom = (user: string) => constantTimeEqual(given, `Basic ${Buffer.from(`${user}:${secret.password}`).toString('base64')}`)
  if (!isFrom(postmarkUser) && !isFrom(earlierUser)) return { refusal: 'signature' }
  const report = Record.safeParse(jsonOf(body)).data
  if (!report) return { refusal: 'unreadable' }
  const event = read(report)
  return { events: event ? [event] : [] }
}

function read(report: Report): MailEvent | null {
  switch (report.RecordType) {
    case 'Delivery':
      return {
        ...named(report),
        id: `${report.MessageID}:delivery:${report.Recipient}`,
        type: 'delivered',
        recipient: report.Recipient,
        at: momentOf(report.DeliveredAt),
      }
    case 'SubscriptionChange':
      return readChange(report)
    case 'Bounce':
    case 'SpamComplaint':
      return readBounce(report)
    case 'Open':
    case 'Click':
    case 'Inbound':
    case 'SMTPApiError':
      // Opens and clicks count by our own addresses.
      return null
  }
}

const named = ({ Metadata: sent }: { Metadata?: z.output<typeof Metadata> }) => ({ token: tokenIn(sent) })

/** Bounces and complaints have their own reports; what is left is an opt-out. */
function readChange(report: Extract<Report, { RecordType: 'SubscriptionChange' }>): MailEvent | null {
  const { SuppressSending, SuppressionReason, Origin, MessageID, ChangedAt, Recipient } = report
  if (!SuppressSending || SuppressionReason !== 'ManualSuppression' || Origin !== 'Recipient') return null
  const id = `${MessageID}:change:${ChangedAt}:${Recipient}`
  return { ...named(report), id, type: 'unsubscribed', recipient: Recipient, at: momentOf(ChangedAt) }
}

/** The address does not exist. All other types are temporary, or due to policy or the message. */
const ofAddress = new Set(['HardBounce', 'BadEmailAddress'])
/** Automatic replies and similar: they do not change the message's state. */
const nothing = new Set(['AutoResponder', 'AddressChange', 'ChallengeVerification', 'Subscribe', 'OpenRelayTest'])

function readBounce(report: Extract<Report, { ID: number }>): MailEvent | null {
  const { RecordType, Type, ID, Email, BouncedAt, Details = '', Description = '' } = report
  if (nothing.has(Type)) return null
  const event = { ...named(report), id: `bounce:${ID}`, recipient: Email, at: momentOf(BouncedAt) }
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return { ...event, type: 'complained' }
  if (Type === 'Unsubscribe') return { ...event, type: 'unsubscribed' }
  const outcome = { ...event, statusCode: enhancedCodeIn(Details), diagnostic: Details || Description }
  if (Type === 'Transient') return { ...outcome, type: 'delayed' }
  return { ...outcome, type: 'bounced', permanent: ofAddress.has(Type) }
}
