import { agents } from '@imperium/contract/agents.ts'
import { channelAgents } from '@imperium/contract/channels/channel-agents.ts'
import { mutation, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

const invalidates = [['messages']] as const

export const agentsQuery = {
  ...query(agents.list, { query: { sort: 'name', direction: 'asc', limit: 200 } }),
  staleTime: 60_000,
  meta: { silent: true },
}
export const askDraftMutation = mutation(channelAgents.askDraft, { failure: t('The agent could not be asked for a draft'), invalidates })
export const sendDraftOfAgentMutation = mutation(channelAgents.sendDraft, {
  success: t('Reply sent'),
  failure: t('The draft could not be sent'),
  invalidates,
})
export const discardDraftMutation = mutation(channelAgents.discardDraft, {
  success: t('Draft discarded'),
  failure: t('The draft could not be discarded'),
  invalidates,
})
