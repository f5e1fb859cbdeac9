import { z } from 'zod'
import type { InboundData, NewInboundItem } from '../inbound/inbound-store.ts'
import { WhatsappContent, readWhatsappContent } from '../whatsapp/whatsapp-content.ts'

const Message = WhatsappContent.extend({
  id: z.string().max(300),
  from: z.string().max(40),
  timestamp: z.string().optional(),
  context: z.object({ id: z.string().max(300).optional() }).optional(),
})
const Status = z.object({
  id: z.string().max(300),
  status: z.string(),
  timestamp: z.string().optional(),
  recipient_id: z.string().max(40).optional(),
  biz_opaque_callback_data: z.string().max(600).optional(),
  errors: z
    .array(
      z.object({ code: z.number(), title: z.string().optional(), error_data: z.object({ details: z.string().optional() }).optional() }),
    )
    .optional(),
})
const Value = z.object({
  metadata: z.object({ phone_number_id: z.string(), display_phone_number: z.string().optional() }).optional(),
  contacts: z.array(z.object({ wa_id: z.string().optional(), profile: z.object({ name: z.string().optional() }).optional() })).optional(),
  messages: z.array(Message).optional(),
  statuses: z.array(Status).optional(),
  // Of the field message_template_status_update.
  event: z.string().optional(),
  message_template_name: z.string().optional(),
  message_template_language: z.string().optional(),
  reason: z.string().nullish(),
})
const Payload = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: Value })) })),
})

export interface TemplateUpdate {
  name: string
  language: string
  status: string
  reason: string
}
export interface WhatsappUpdates {
  items: NewInboundItem[]
  templates: TemplateUpdate[]
}

const statuses: Record<string, InboundData['status']> = { sent: 'sent', delivered: 'delivered', read: 'opened', failed: 'failed' }
/** Not on WhatsApp, or not to be reached there. */
const unreachable = new Set([131026])
const optedOut = 131050
const e164 = (id: string): string => (/^\d{7,15}$/.test(id) ? `+${id}` : id)
const timeOf = (seconds: string | undefined): Date | undefined => {
  const at = new Date(Number(seconds) * 1_000)
  return Number.isNaN(at.getTime()) || seconds === undefined ? undefined : at
}

/** Null if it is not a WhatsApp payload. Calls about another number of the same business are ignored. */
export function readWhatsapp(payload: unknown, accountId: string, phoneNumberId: string | undefined): WhatsappUpdates | null {
  const read = Payload.safeParse(payload)
  if (!read.success) return null
  const values = read.data.entry.flatMap(({ changes }) => changes.map(({ value }) => value))
  const own = values.filter(({ metadata }) => !metadata || metadata.phone_number_id === phoneNumberId)
  return {
    items: own.flatMap((value) => [
      ...(value.messages ?? []).map((message) => toMessage(value, message, accountId)),
      ...(value.statuses ?? []).flatMap((status) => toStatus(value, status, accountId)),
    ]),
    templates: own.flatMap(({ event, message_template_name: name, message_template_language: language, reason }) =>
      event && name && language ? [{ name, language, status: event, reason: reason && reason !== 'NONE' ? reason : '' }] : [],
    ),
  }
}

const numberOf = ({ metadata }: z.output<typeof Value>): string => e164((metadata?.display_phone_number ?? '').replaceAll(/\D/g, ''))

function toMessage(value: z.output<typeof Value>, message: z.output<typeof Message>, accountId: string): NewInboundItem {
  const { context } = message
  const { text, media } = readWhatsappContent(message)
  const name = value.contacts?.find(({ wa_id: id }) => id === message.from)?.profile?.name
  return {
    accountId,
    channel: 'whatsapp',
    kind: 'message',
    externalId: message.id,
    sender: e164(message.from),
    recipient: numberOf(value),
    subject: '',
    text,
    at: timeOf(message.timestamp),
    data: {
      replyText: text,
      ...(media.length > 0 ? { remoteMedia: media } : {}),
      ...(context?.id ? { providerId: context.id } : {}),
      ...(name ? { senderName: name } : {}),
    },
  }
}

function toStatus(value: z.output<typeof Value>, report: z.output<typeof Status>, accountId: string): NewInboundItem[] {
  const status = statuses[report.status]
  if (!status) return []
  const [error] = report.errors ?? []
  const isBounce = status === 'failed' && error !== undefined && unreachable.has(error.code)
  return [
    {
      accountId,
      channel: 'whatsapp',
      kind: isBounce ? 'bounce' : 'status',
      externalId: `${report.id}:${report.status}`,
      sender: e164(report.recipient_id ?? ''),
      recipient: numberOf(value),
      subject: '',
      text: '',
      at: timeOf(report.timestamp),
      data: {
        providerId: report.id,
        status: isBounce ? 'bounced' : status,
        originalRecipient: e164(report.recipient_id ?? ''),
        ...(report.biz_opaque_callback_data ? { identity: report.biz_opaque_callback_data } : {}),
        ...(error
          ? { statusCode: String(error.code), diagnostic: error.error_data?.details ?? error.title ?? '', isPermanent: isBounce }
          : {}),
        ...(error?.code === optedOut ? { isOptOut: true } : {}),
      },
    },
  ]
}
