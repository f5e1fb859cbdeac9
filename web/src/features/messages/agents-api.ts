import { channelAgents } from '@imperium/contract/channels/channel-agents.ts'
import { mutation } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

const invalidates = [['messages']] as const

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
