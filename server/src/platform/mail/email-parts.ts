import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { EmailLook } from './email-look.ts'

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
