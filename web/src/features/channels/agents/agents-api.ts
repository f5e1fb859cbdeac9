import { channelAgents } from '@imperium/contract/channels/channel-agents.ts'
import { mutation, query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'

const silent = { meta: { silent: true } }
const invalidates = [['channel-agents', 'list'] as const]

export const channelAgentsQuery = { ...query(channelAgents.list), ...silent, staleTime: 0 }
export const addAgentMutation = mutation(channelAgents.create, {
  success: t('The agent answers from now on'),
  failure: t('The agent could not be added'),
  invalidates,
})
export const saveAgentMutation = mutation(channelAgents.save, {
  success: t('Agent on the channel saved'),
  failure: t('The agent on the channel could not be saved'),
  invalidates,
})
export const removeAgentMutation = mutation(channelAgents.remove, {
  success: t('Agent taken off the channel'),
  failure: t('The agent could not be taken off the channel'),
  invalidates,
})
