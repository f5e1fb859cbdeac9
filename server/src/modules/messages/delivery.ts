import type { z } from 'zod'
import type { NewMessageBody } from '@imperium/contract/messages.ts'

export type TemplateChoice = NonNullable<z.output<typeof NewMessageBody>['template']>

/** Delivery data of a message that the product writes for a workflow, besides the message's row. */
export interface SystemDelivery {
  /** The purpose that the contact must have opted in to; null: transactional (a receipt, a reply). */
  purpose: string | null
  /** null: that of the conversation. */
  senderId: string | null
  accountId: string | null
  /** E-mail; '' for none. */
  html: string
  /** WhatsApp outside of the 24-hour window. */
  template: { id: string; variables: string[] } | null
  /** A workflow waits for the event `message.settled`. */
  tellsEnd: boolean
  /** Subject, text and HTML that conversations do not show, sealed. */
  sealed?: string
}

/** Delivery data besides the text, kept until a provider has accepted the message, so that it can be sent again unchanged. */
export interface Delivery {
  /** The reply to STOP or HELP is sent even if the number is suppressed by now. */
  answersKeyword?: true
  /** Written by an AI agent: it keeps to quiet hours. */
  isByAgent?: true
  /** Not written by a member: what else is known of it. */
  system?: SystemDelivery
  /** WhatsApp outside of the 24-hour window. */
  template?: TemplateChoice
  /** The only part kept once a provider has the message: its purpose. */
  purpose?: string
}
