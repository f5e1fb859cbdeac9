import type { CampaignDefinition, MessageContent } from './campaigns.ts'
import type { Channel } from './reach.ts'

export type WinnerRule = NonNullable<CampaignDefinition['ab']>['winnerBy']

/** Also one whose address Liquid makes. */
const link = /<a\s[^<>]*\bhref\s*=\s*["']\s*(?:https?:\/\/|\{[{%](?!-?\s*(?:unsubscribe_url|preferences_url)))/i

interface Measured {
  channel: Channel
  /** Of every variant. */
  contents: readonly Pick<MessageContent, 'html'>[]
  tracking: { opens: boolean; clicks: boolean }
  /** An agent writes each message: a mail of it always has HTML. */
  byAgent: boolean
}

/** By what a winner can be chosen: only mail with HTML tells of openings, only a link of it of clicks, and nobody answers a webhook. */
export function measurableRules({ channel, contents, tracking, byAgent }: Measured): WinnerRule[] {
  const isMail = channel === 'email'
  const opens = isMail && tracking.opens && contents.every(({ html }) => byAgent || html.trim() !== '')
  const clicks = isMail && tracking.clicks && contents.every(({ html }) => link.test(html))
  return [
    ...(opens ? (['opened'] as const) : []),
    ...(clicks ? (['clicked'] as const) : []),
    ...(channel === 'webhook' ? [] : (['responded'] as const)),
    'manual',
  ]
}
