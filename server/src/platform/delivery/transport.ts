import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { MailAttachment } from '../mail/prepared-mail.ts'
import type { DkimKey } from '../mail/dkim.ts'

export type { DkimKey } from '../mail/dkim.ts'

/** One message to one recipient, ready to go. `identity` is the same for every try: receivers recognise a repeat by it. */
export interface OutgoingMessage {
  /** `<org>/<send>/<contact>` or the like; email makes its Message-ID of it, others send it as idempotency key where they can. */
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
      /** Envelope sender that names the recipient (VERP), so that a bounce says whose it is. */
      returnPath: string
      /** https (or the installation's own) address that takes a POST (RFC 8058). */
      unsubscribeUrl?: string
      /** No person wrote it: whoever answers by machine is asked not to (RFC 3834). */
      isAutomatic?: boolean
      headers?: Readonly<Record<string, string>>
      dkim?: DkimKey
      /** Of single messages (answers of members); campaigns have none. */
      attachments?: readonly MailAttachment[]
    }
  | { channel: 'sms'; text: string; /** India: under which id the text is registered (TRAI DLT). */ dltTemplateId?: string }
  | { channel: 'webhook'; /** JSON text. */ body: string }
  | { channel: 'whatsapp'; template: { name: string; language: string; variables: readonly string[] } | null; text: string }

/**
 * A refusal that is not about this recipient, or need not be: of the `account` (its sign-in, its standing), of the `sender`, of the `template`,
 * of the `address` that the account posts to; `perhaps`: of this message or of all of them, which only several in a row can tell.
 */
export type Fault = 'account' | 'sender' | 'template' | 'address' | 'perhaps'

/**
 * What became of it. `accepted`: the provider has it (and `delivered` where that is all there will be); `refused`: never;
 * `put-off`: not now, surely not sent, `throttled` where the provider asks us to slow down; `unreachable`: nothing was handed over;
 * `unknown`: handed over, and no answer came.
 */
export type DeliveryOutcome =
  | { kind: 'accepted'; providerId: string | null; response: string; delivered: boolean; costMicros?: number }
  | {
      kind: 'refused'
      /** `bounced`: the other side knows that the address is none, now and later; `invalid_address`: it cannot even be asked, or does not say which. */
      reason: 'bounced' | 'invalid_address' | 'rejected'
      response: string
      /** The provider says that this recipient has opted out with it: belongs on the suppression list. */
      optedOut?: true
      fault?: Fault
    }
  | { kind: 'put-off'; throttled: boolean; retryAfterMs: number | null; response: string }
  | { kind: 'unreachable'; response: string; fault?: Fault }
  | { kind: 'unknown'; response: string }

/** A way out for one account. Never repeats by itself, never throws but for a fault of ours. Many sends may be under way at once. */
export interface Transport {
  readonly channel: Channel
  readonly adapter: string
  send(message: OutgoingMessage): Promise<DeliveryOutcome>
  /** Begins what can be done before a message may leave (writing and signing a mail). `send` with the same object finds it done. */
  prepare?(message: OutgoingMessage): void
  close(): Promise<void>
}
