import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { contentsOf } from '../messages/campaign-messages.ts'
import { patternOf } from './agent-texts.ts'
import type { WritingTask } from './agent-texts.ts'

/** The agent's input for the recipients of a variant: the variant's text is the pattern. */
export function writingTask(
  { channel, definition, name }: { channel: Channel; definition: CampaignDefinition; name: string },
  variant: number,
  organizationName: string,
): WritingTask {
  const content = contentsOf(definition)[variant] ?? definition.content
  return {
    channel,
    instructions: definition.agent?.instructions ?? '',
    subject: content.subject,
    campaignName: name,
    organizationName,
    text: patternOf(channel, content).slice(0, 2e4),
  }
}
