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
  /** Addresses that a variable makes, or goes on with. */
  made: number
  /** A text as long as it is sent. */
  asSent: (text: string) => string
}

/** What becomes of the addresses in a text message: short links where clicks are counted, by the campaign and by the organization. */
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
  // Where an agent's words have no place in a text they are all of it.
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

/** Whether the organization lets clicks be counted at all; as long as nobody knows it does. */
export const useCountsClicks = (): boolean => useQuery(settingsQuery).data?.trackClicks !== false
