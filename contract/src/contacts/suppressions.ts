import { z } from 'zod'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'

/** Channels with addresses that can be suppressed: a webhook has no address of a contact. */
export const suppressionChannels = ['email', 'sms', 'whatsapp'] as const
export const SuppressionChannel = z.enum(suppressionChannels)
export type SuppressionChannel = z.infer<typeof SuppressionChannel>
export const suppressionReasons = ['unsubscribed', 'bounced', 'complained', 'stop', 'manual', 'erased', 'imported'] as const
export const SuppressionReason = z.enum(suppressionReasons)
export type SuppressionReason = z.infer<typeof SuppressionReason>

export const Suppression = z
  .object({
    id: Id,
    channel: SuppressionChannel,
    /** `a***@example.com`: the address itself is not kept. */
    hint: z.string(),
    reason: SuppressionReason,
    detail: z.string(),
    createdBy: z.string(),
    at: Timestamp,
  })
  .meta({ id: 'Suppression' })
export type Suppression = z.infer<typeof Suppression>

const address = required(300, 'Address is required')

export const AddSuppressionBody = z.strictObject({ channel: SuppressionChannel, address, detail: line(300).default('') })
export const AddSuppressionsBody = z.strictObject({
  channel: SuppressionChannel,
  /** Addresses by line, comma or semicolon. */
  addresses: text(1_000_000).min(3, 'Paste at least one address'),
  detail: line(300).default(''),
})

const AddressLine = z.object({
  /** In the file, from 1. */
  line: z.int(),
  text: z.string(),
})
export type AddressLine = z.infer<typeof AddressLine>

/** The addresses of a list, or of a table with other columns. */
export const AddressFile = z.object({
  /** Each once, where it stands first, as it is written. */
  addresses: z.array(AddressLine),
  /** Rows that hold none; the head of the table is none of them. */
  without: z.array(AddressLine),
  /** Rows with an address that stands above. */
  repeated: z.int(),
})
export type AddressFile = z.infer<typeof AddressFile>
