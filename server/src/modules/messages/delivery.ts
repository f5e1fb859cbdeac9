import type { z } from 'zod'
import type { NewMessageBody } from '@imperium/contract/messages.ts'

export type TemplateChoice = NonNullable<z.output<typeof NewMessageBody>['template']>

/** What the product itself writes, for a workflow: besides the message's row. */
export interface SystemDelivery {
  /** The purpose that the contact must have agreed to; null: it belongs to what the contact asked for (a receipt, an answer). */
  purpose: string | null
  /** null: that of the conversation. */
  senderId: string | null
  accountId: string | null
  /** E-mail; '' for none. */
  html: string
  /** WhatsApp outside of the 24-hour window. */
  template: { id: string; variables: string[] } | null
  /** Somebody waits for the event `message.settled`. */
  tellsEnd: boolean
  /** Subject, text and HTML that conversations do not show, sealed. */
  sealed?: string
}

/** What goes out besides the words of a message; kept until a provider has taken it, so that it can be sent again as it was. */
export interface Delivery {
  /** What STOP or HELP is answered goes out even to a number that is suppressed since. */
  answersKeyword?: true
  /** Not written by a member: what else is known of it. */
  system?: SystemDelivery
  /** WhatsApp outside of the 24-hour window. */
  template?: TemplateChoice
  /** All that is left of it once a provider has the message: what it was written for. */
  purpose?: string
}
