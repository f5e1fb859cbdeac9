import type { CampaignDefinition, MessageContent } from './campaigns.ts'
import type { Channel } from '../contacts/reach.ts'
import { linkedTexts, textLinksOf } from '../channels/text-links.ts'

export type WinnerRule = NonNullable<CampaignDefinition['ab']>['winnerBy']

/** Also matches a link with an address that Liquid renders. */
const link = /<a\s[^<>]*\bhref\s*=\s*["']\s*(?:https?:\/\/|\{[{%](?!-?\s*(?:unsubscribe_url|preferences_url)))/i

interface Measured {
  channel: Channel
  /** Of every variant. */
  contents: readonly Pick<MessageContent, 'html' | 'text' | 'whatsappTemplateId' | 'whatsappVariables'>[]
  tracking: { opens: boolean; clicks: boolean }
  /** An agent writes each message: a mail of it always has HTML. */
  byAgent: boolean
}

const hasLink = (channel: Channel, content: Measured['contents'][number]): boolean =>
  channel === 'email' ? link.test(content.html) : linkedTexts(channel, content).some((text) => textLinksOf(text).length > 0)

/** Rules by which a winner can be chosen: opens need HTML email, clicks need a link in an email or SMS, and a webhook gets no replies. */
export function measurableRules({ channel, contents, tracking, byAgent }: Measured): WinnerRule[] {
  const opens = channel === 'email' && tracking.opens && contents.every(({ html }) => byAgent || html.trim() !== '')
  const clicks = tracking.clicks && contents.every((content) => hasLink(channel, content))
  return [
    ...(opens ? (['opened'] as const) : []),
    ...(clicks ? (['clicked'] as const) : []),
    ...(channel === 'webhook' ? [] : (['responded'] as const)),
    'manual',
  ]
}
