import { segmentKey } from '@imperium/contract/email-designs/design-markup.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { agentScope } from './agent-frame.ts'
import type { AgentTexts } from './agent-frame.ts'
import type { FooterTexts } from './footer-texts.ts'
import type { MessageSource, RecipientLinks } from './message-source.ts'

const isGiven = ([, value]: [string, unknown]): boolean => value !== null && value !== undefined && value !== ''

/** Keeps only names with a value: an empty one counts as missing, so that `default` and conditions work and "Hello ," is not sent. */
const given = (values: Record<string, unknown>): object => Object.fromEntries(Object.entries(values).filter(isGiven))

/** Matches a text that names the opt-out keyword. */
export const stopPattern = /\bSTOP\b/i

export interface Recipient {
  contact: MessageContact
  links: RecipientLinks
  /** In the recipient's language. */
  words: FooterTexts
  /** What an agent wrote for the recipient; null where no agent writes. */
  byAgent: AgentTexts | null
}

/** What a template sees of one recipient. Names with two underscores are our own additions. */
export function messageScope(source: MessageSource, { contact, links, words: texts, byAgent }: Recipient): object {
  const { footer, links: table } = source
  const { clickUrl } = links
  return {
    ...given({
      name: contact.name,
      first_name: contact.firstName,
      last_name: contact.lastName,
      email: contact.email,
      phone: contact.phone,
      locale: contact.locale,
      time_zone: contact.timeZone,
      source: contact.source,
      unsubscribe_url: links.unsubscribeUrl,
      preferences_url: links.preferencesUrl,
    }),
    tags: contact.tags,
    custom: given(contact.custom),
    organization: given({ name: footer.organizationName, address: footer.postalAddress }),
    campaign: given({ name: source.campaignName }),
    ...(byAgent ? agentScope(source.channel, source.content, byAgent) : {}),
    __words: byAgent && stopPattern.test(byAgent.body) ? { ...texts, stop: '' } : texts,
    __segments: Object.fromEntries([...(contact.segmentIds ?? [])].map((id) => [segmentKey(id), true])),
    __open: links.openUrl ?? '',
    __link: clickUrl ? table.map((_url, index) => clickUrl(index + 1)) : table,
  }
}
