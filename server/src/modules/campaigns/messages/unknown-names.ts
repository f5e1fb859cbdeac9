import { unknownVariables } from '@imperium/contract/campaigns/campaigns.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { listFields } from '../../contacts/index.ts'
import { agentVariable } from './agent-frame.ts'
import type { CompiledMessage } from './render-message.ts'

/**
 * Names in a message that no contact can have, custom fields included: typing errors that would skip every recipient,
 * or show the default to all.
 */
export async function unknownNames(tx: OrgTx, message: CompiledMessage, byAgent: boolean): Promise<string[]> {
  const variables = unknownVariables(message.variables).filter((name) => name !== agentVariable || !byAgent)
  const fields = message.customFields()
  if (fields.length === 0) return variables
  const known = new Set((await listFields(tx)).map(({ key }) => key))
  return [...variables, ...fields.filter((key) => !known.has(key)).map((key) => `custom.${key}`)]
}
