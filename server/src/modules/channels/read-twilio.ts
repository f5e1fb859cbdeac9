import type { InboundData, NewInboundItem } from './inbound-store.ts'

const statuses: Record<string, InboundData['status']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'opened',
  failed: 'failed',
  undelivered: 'bounced',
  canceled: 'failed',
}
/** A number that no later message will reach. */
const permanent = new Set(['21211', '21614', '30003', '30005', '30006'])

/** A message of a person, or what became of one of ours; null for what says nothing new (queued, sending). */
export function readTwilio(form: URLSearchParams, accountId: string): NewInboundItem | null {
  const field = (name: string) => form.get(name) ?? ''
  const sid = field('MessageSid') || field('SmsSid')
  const state = (field('MessageStatus') || field('SmsStatus')).toLowerCase()
  if (sid === '') return null
  const base = { accountId, channel: 'sms' as const, sender: field('From'), recipient: field('To'), subject: '' }
  if (state === '' || state === 'received' || state === 'receiving') {
    const text = field('Body')
    return { ...base, kind: 'message', externalId: sid, text, data: { replyText: text, ...mediaOf(form) } }
  }
  const status = statuses[state]
  if (!status) return null
  const code = field('ErrorCode')
  return {
    ...base,
    // What is reported is about a message of ours: the other side is its recipient.
    sender: field('To'),
    recipient: field('From'),
    kind: status === 'bounced' ? 'bounce' : 'status',
    externalId: `${sid}:${state}`,
    text: '',
    data: {
      providerId: sid,
      status,
      originalRecipient: field('To'),
      ...(code ? { statusCode: code, diagnostic: field('ErrorMessage') || `Error ${code}`, isPermanent: permanent.has(code) } : {}),
    },
  }
}

/** Pictures stay with the provider; that there were some is said. */
const mediaOf = (form: URLSearchParams): InboundData => {
  const count = Math.min(10, Number(form.get('NumMedia') ?? 0) || 0)
  return count > 0 ? { remoteMedia: Array.from({ length: count }, (_, index) => form.get(`MediaContentType${index}`) ?? 'unknown') } : {}
}
