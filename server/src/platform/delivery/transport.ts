import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { MailAttachment } from '../mail/prepared-mail.ts'
import type { DkimKey } from '../mail/dkim.ts'

export type { DkimKey } from '../mail/dkim.ts'

/** One message to one recipient, ready to go. `identity` is the same for every try: receivers recognise a repeat by it. */
export interface OutgoingMessage {
  /** Such as `<org>/<send>/<contact>`; email derives its Message-ID from it, others send it as idempotency key if supported. */
  identity: string
  /** Email address, E.164 number, or the URL of a webhook. */
  to: string
  content: OutgoingContent
}

export type OutgoingContent =
  | {
      channel: 'email'
      fromName: string
      fromAddress: string
      replyTo?: string
      subject: string
      text: string
      html?: string
      messageId: string
      /** Envelope sender that names the recipient (VERP), so that a bounce can be assigned. */
      returnPath: string
      /** https (or the installation's own) address that takes a POST (RFC 8058). */
      unsubscribeUrl?: string
      /** An automatic message: asks for no automatic replies (RFC 3834). */
      isAutomatic?: boolean
      headers?: Readonly<Record<string, string>>
      dkim?: DkimKey
      /** Of single messages (replies of members); campaigns have none. */
      attachments?: readonly MailAttachment[]
    }
  | { channel: 'sms'; text: string; /** India: under which id the text is registered (TRAI DLT). */ dltTemplateId?: string }
  | { channel: 'webhook'; /** JSON text. */ body: string }
  | { channel: 'whatsapp'; template: { name: string; language: string; variables: readonly string[] } | null; text: string }

/**
 * A refusal that may not be about this recipient: of the `account` (credentials, standing), the `sender`, the `template` or
 * the `address` that the account posts to; `perhaps`: of this message or of all, which only several in a row can show.
 */
export type Fault = 'account' | 'sender' | 'template' | 'address' | 'perhaps'

/**
 * `accepted`: the provider has it (and `delivered` when no report follows); `refused`: final; `put-off`: not sent, retry later, `throttled`
 * when the provider asks us to slow down; `unreachable`: nothing was sent; `unknown`: sent without a response.
 */
export type DeliveryOutcome =
  | { kind: 'accepted'; providerId: string | null; response: string; delivered: boolean; costMicros?: number }
  | {
      kind: 'refused'
      /**
       * `bounced`: the address does not exist, permanently; `invalid_address`: it cannot be tried, or the provider does not name the cause.
       */
      reason: 'bounced' | 'invalid_address' | 'rejected'
      response: string
      /** The provider reports that this recipient opted out there: belongs on the suppression list. */
      optedOut?: true
      fault?: Fault
    }
  | { kind: 'put-off'; throttled: boolean; retryAfterMs: number | null; response: string }
  /** `text`: the response with key and values, where it is ours. */
  | { kind: 'unreachable'; response: string; text?: Text; fault?: Fault }
  | { kind: 'unknown'; response: string }

/** Sends for one account. Never retries by itself, throws only for an error of ours. Many sends may be in flight together. */
export interface Transport {
  readonly channel: Channel
  readonly adapter: string
  send(message: OutgoingMessage): Promise<DeliveryOutcome>
  /** Starts work that precedes sending (writing and signing an email). `send` with the same object uses its result. */
  prepare?(message: OutgoingMessage): void
  close(): Promise<void>
}
