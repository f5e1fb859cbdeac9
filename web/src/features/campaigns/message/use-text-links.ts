import { useQuery } from '@tanstack/react-query'
import type { CampaignDefinition, MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { exampleCode, linkedTexts, linksOfTexts, replaceTextLinks, shortLink } from '@imperium/contract/channels/text-links.ts'
import { query } from '../../../lib/api.ts'

const settingsQuery = { ...query(channels.readEmailSettings), staleTime: 60_000, meta: { silent: true } }

/** Characters of the first short link of a text. */
export const shortLength = shortLink(location.origin, exampleCode, 1).length

interface TextLinks {
  /** Addresses in these texts that are sent as short links. */
  led: number
  /** Links created or continued by a variable. */
  made: number
  /** The text with the length that it has when sent. */
  asSent: (text: string) => string
}

/** How links in a text message are replaced: short links if the campaign and the organization count clicks. */
export function useTextLinks(channel: Channel, content: MessageContent, definition: CampaignDefinition): TextLinks {
  const settings = useQuery(settingsQuery)
  const isCounted = definition.tracking.clicks && settings.data?.trackClicks !== false
  const numbers = new Map(
    linksOfTexts(channel, [definition.content, ...(definition.ab?.variants ?? []).map((variant) => variant.content)]).map((url, index) => [
      url,
      index + 1,
    ]),
  )
  const asSent = (text: string): string =>
    isCounted ? replaceTextLinks(text, (url) => shortLink(location.origin, exampleCode, numbers.get(url) ?? 1)) : text
  // Without a placeholder in the text, the agent's text is the whole message.
  const isPattern = definition.agent !== null && content.whatsappTemplateId === null && !content.text.includes('agent_text')
  return { ...(isCounted && !isPattern ? countLinks(linkedTexts(channel, content)) : { led: 0, made: 0 }), asSent }
}

function countLinks(texts: readonly string[]): Pick<TextLinks, 'led' | 'made'> {
  let led = 0
  let made = 0
  for (const text of texts) {
    const rest = replaceTextLinks(text, () => {
      led += 1
      return ''
    })
    made += rest.match(/https?:\/\//gi)?.length ?? 0
  }
  return { led, made }
}

/** True if the organization allows click counting, and while that is still loading. */
export const useCountsClicks = (): boolean => useQuery(settingsQuery).data?.trackClicks !== false
