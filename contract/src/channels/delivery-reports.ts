import { z } from 'zod'
import { Timestamp } from '../kit/fields.ts'

/** Providers that report deliveries of an account; each has its own format and authentication. */
export const reportProviders = ['standard-webhooks', 'ses', 'sendgrid', 'mailgun', 'postmark'] as const
export const ReportProvider = z.enum(reportProviders)
export type ReportProvider = z.infer<typeof ReportProvider>

const key = z
  .string()
  .trim()
  .max(2000, 'Must be at most 2000 characters')
  .regex(/^[\x20-\x7e\r\n]*$/, 'Contains characters that are not allowed')
  .default('')

/** Of P-256, as base64 of its DER: always so long, and always with this beginning. With or without the lines of PEM around it. */
const ofP256 = /^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/
export const keyWithoutLines = (text: string): string => text.replaceAll(/-----[A-Z ]+-----|\s+/g, '')

/** Keys are write-only: a blank one keeps the stored value. */
export const UpdateHookBody = z
  .discriminatedUnion('provider', [
    z.strictObject({ provider: z.literal('standard-webhooks') }),
    z.strictObject({
      provider: z.literal('ses'),
      /** Reports of every other topic are refused. */
      topicArn: z
        .string()
        .trim()
        .max(400)
        .regex(/^arn:aws(-cn|-us-gov)?:sns:[a-z]{2}[a-z0-9-]{2,30}:\d{12}:[A-Za-z0-9_-]{1,256}$/, {
          error: 'Must be the ARN of a topic, such as arn:aws:sns:eu-west-1:123456789012:mail-reports',
        }),
    }),
    z.strictObject({
      provider: z.literal('sendgrid'),
      verificationKey: key.refine(
        (text) => text === '' || ofP256.test(keyWithoutLines(text)),
        'This is not the verification key of SendGrid, which begins with MFkw',
      ),
    }),
    z.strictObject({ provider: z.literal('mailgun'), signingKey: key }),
    z.strictObject({ provider: z.literal('postmark') }),
  ])
  .meta({ id: 'UpdateChannelAccountHook' })

/**
 * Why a call was refused: no key configured; wrong signature or password; too old; a one-time
 * token replayed with different content; another topic; unreadable.
 */
export const reportRefusals = ['unset', 'signature', 'stale', 'replayed', 'topic', 'unreadable'] as const
export const ReportRefusal = z.enum(reportRefusals)
export type ReportRefusal = z.infer<typeof ReportRefusal>

/** State of the delivery reports of an account. */
export const HookState = z.object({
  receivedAt: Timestamp.nullable(),
  /** Reports that were taken, each once. */
  received: z.int(),
  /** Of them, those about no message of ours. */
  unmatched: z.int(),
  refusedAt: Timestamp.nullable(),
  /** Calls, of which each may hold many reports. */
  refused: z.int(),
  /** Why the last one was refused. */
  refusal: ReportRefusal.nullable(),
})
export type HookState = z.infer<typeof HookState>
