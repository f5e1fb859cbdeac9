import { reportedMessage } from '../../../platform/delivery/sms-twilio.ts'
import type { InboundData, NewInboundItem } from '../inbound/inbound-store.ts'
import { describeMedia, kindOfType } from '../inbound/remote-media.ts'
import type { RemoteMedia } from '../inbound/remote-media.ts'

const statuses: Record<string, InboundData['status']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'opened',
  failed: 'failed',
  undelivered: 'bounced',
  canceled: 'failed',
}
/**
 * Numbers that no later message can reach: invalid, unknown, or a landline. A handset that is off (30003), a blocked or filtered message
 * (30004, 30007) and an unknown error (30008) say nothing permanent about the number.
 */
const permanent = new Set(['21211', '21614', '30005', '30006'])
const optedOut = '21610'

/**
 * A reply, or the status of one of our messages; null for a status without news (queued, sending). `query`: of the called address; it is
 * signed with the form and names our message if we asked for the report.
 */
export function readTwilio(form: URLSearchParams, query: URLSearchParams, accountId: string): NewInboundItem | null {
  const field = (name: string) => form.get(name) ?? ''
  const sid = field('MessageSid') || field('SmsSid')
  const state = (field('MessageStatus') || field('SmsStatus')).toLowerCase()
  if (sid === '') return null
  const base = { accountId, channel: 'sms' as const, sender: field('From'), recipient: field('To'), subject: '' }
  if (state === '' || state === 'received' || state === 'receiving') {
    const media = mediaOf(form)
    const replyText = [field('Body'), ...media.map(describeMedia)].filter(Boolean).join('\n')
    const data = { replyText, ...(media.length > 0 ? { remoteMedia: media } : {}) }
    return { ...base, kind: 'message', externalId: sid, text: field('Body') || replyText, data }
  }
  const status = statuses[state]
  if (!status) return null
  const code = field('ErrorCode')
  const isPermanent = permanent.has(code)
  const identity = query.get(reportedMessage)
  return {
    ...base,
    // A report is about a message of ours: the other party is its recipient.
    sender: field('To'),
    recipient: field('From'),
    kind: status === 'bounced' || (status === 'failed' && isPermanent) ? 'bounce' : 'status',
    externalId: `${sid}:${state}`,
    text: '',
    data: {
      ...(identity ? { identity } : {}),
      providerId: sid,
      status,
      originalRecipient: field('To'),
      ...(code ? { statusCode: code, diagnostic: field('ErrorMessage') || `Error ${code}`, isPermanent } : {}),
      ...(code === optedOut ? { isOptOut: true } : {}),
    },
  }
}

/** Pictures and the like: they are with the provider, and fetched from there. */
const mediaOf = (form: URLSearchParams): RemoteMedia[] =>
  Array.from({ length: Math.min(10, Number(form.get('NumMedia') ?? 0) || 0) }, (_, index) => {
    const contentType = form.get(`MediaContentType${index}`) ?? ''
    return { kind: kindOfType(contentType), contentType, name: '', ref: form.get(`MediaUrl${index}`) ?? '' }
  })
