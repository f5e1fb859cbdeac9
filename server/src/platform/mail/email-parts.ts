import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { Language } from '@imperium/contract/languages.ts'

/** How the emails of an organization look, as far as it is known only when they are sent. */
export interface EmailLook {
  /** Where the email was given none. */
  style: EmailStyle | undefined
  /** Above the text, in place of the name; null: the name. */
  logo: { url: string; width: number; height: number } | null
  /** The name of the product stands nowhere in it. */
  hidesProduct: boolean
}

/** Parts of a product email, with one layout for all. Texts are plain: user input is escaped here. */
export interface EmailLayoutParts {
  language: Language
  subject: string
  /** The organization that speaks, shown as sender; Imperium itself unless given. */
  organizationName?: string
  /** The brand style of that organization; that of the product unless given. */
  style?: EmailStyle | undefined
  /** Known when it is sent. */
  look?: EmailLook | undefined
  paragraphs: readonly string[]
  /** One button; its URL is also written out, for readers who cannot use it. */
  action?: { label: string; url: string }
  /** Shown as a table, such as device and address of a sign-in. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** Small print: why the email was sent, and what to do if it was not requested. */
  notes?: readonly string[]
  /** Only for recurring email: its one-click unsubscribe. Also a link among the notes. */
  unsubscribe?: { label: string; url: string; oneClickUrl: string }
}
