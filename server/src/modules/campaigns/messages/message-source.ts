import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { Footer } from '../../channels/index.ts'

/** The inputs that are the same for every recipient. */
export interface MessageSource {
  channel: Channel
  content: MessageContent
  campaignName: string
  /** The purpose of consent: a text message explains how to opt out, unless it is `transactional`. */
  purpose: string
  /** An agent writes each message: the content is the frame around its text. */
  byAgent?: boolean
  footer: Footer
  tracking: { opens: boolean; clicks: boolean }
  /** Bodies of WhatsApp templates by id, to show a message as it is read. */
  templateBodies?: ReadonlyMap<string, string>
  /** The campaign's link table: a link's number is its position, from 1. A link outside the table is not tracked. */
  links: readonly string[]
}

/** The links that differ by recipient. */
export interface RecipientLinks {
  unsubscribeUrl: string
  preferencesUrl: string
  /** The address of the tracking pixel; null for none. */
  openUrl: string | null
  /** The tracked address of a link of the table, with the address where Liquid made it for this recipient; null: links stay direct. */
  clickUrl: ((link: number, address?: string) => string) | null
  /** The same for a text that is no mail: a link that is short enough for it. */
  shortUrl: ((link: number) => string) | null
}
