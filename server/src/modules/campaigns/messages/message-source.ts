import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { Footer } from '../../channels/index.ts'

/** What is the same for every recipient. */
export interface MessageSource {
  channel: Channel
  content: MessageContent
  campaignName: string
  /** What the recipients agreed to: a text message says how to stop, unless it is `transactional`. */
  purpose: string
  /** An agent writes each message: the content is the frame around its words. */
  byAgent?: boolean
  footer: Footer
  tracking: { opens: boolean; clicks: boolean }
  /** Bodies of WhatsApp templates by id, to show a message as it is read. */
  templateBodies?: ReadonlyMap<string, string>
  /** The campaign's table of links: the number of one is its place, from 1. What is not in it is not led by us. */
  links: readonly string[]
}

/** What differs with the recipient, besides who it is. */
export interface RecipientLinks {
  unsubscribeUrl: string
  preferencesUrl: string
  /** The picture that tells of an opening; null for none. */
  openUrl: string | null
  /** Where a link of the table leads by way of us, with the address where Liquid made it for this recipient; null: straight to it. */
  clickUrl: ((link: number, address?: string) => string) | null
  /** The same for a text that is no mail: a link that is short enough for it. */
  shortUrl: ((link: number) => string) | null
}
