import type { Agent } from '@imperium/contract/agents.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { isModelConfigured, isModelKnown } from '../ai-models/index.ts'

/** @throws 422 for a name in neither catalogue nor configurations: a typing error would fail every run. */
export async function requireKnownModel(tx: OrgTx, model: string | undefined): Promise<void> {
  if (model === undefined || (await isModelKnown(tx, model))) return
  throw invalid([{ path: 'config.model', ...message('There is no model "{model}". Choose one of the list.', { model }) }])
}

/** A saved agent, with a warning where no active configuration serves its model. */
export async function withModelWarning(tx: OrgTx, agent: Agent): Promise<Agent> {
  if (await isModelConfigured(tx, agent.model)) return agent
  const warning = message('No active AI model configuration serves "{model}". Configure it in Settings, AI Models.', { model: agent.model })
  return { ...agent, warnings: [{ path: 'config.model', ...worded(warning) }] }
}
