import { agentPlaceholders } from '@imperium/contract/campaigns/agent-texts.ts'
import { t } from '../../../lib/words.ts'

/** The placeholder for an agent's text, in the language of the page. */
export const fillGaps = (text: string): string =>
  text
    .replaceAll(agentPlaceholders.subject, t('[Subject by the agent]'))
    .replaceAll(agentPlaceholders.body, t('[Agent text for this contact]'))
