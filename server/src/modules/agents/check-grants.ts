import type { ActionGrant, GrantedTool } from '@imperium/contract/agents.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { actionsOf, findConnection, mayUse } from '../integrations/index.ts'

export const isActionGrant = (tool: GrantedTool): tool is ActionGrant => tool.startsWith('action:')

/** The person who grants an action may use its connection. Grants that the agent has already stay. @throws 422 */
export async function checkGrants(tx: OrgTx, role: Role, granted: readonly GrantedTool[], before: readonly GrantedTool[]): Promise<void> {
  for (const [index, tool] of granted.entries()) {
    if (!isActionGrant(tool) || before.includes(tool)) continue
    const [, connectionId = '', action = ''] = tool.split(':')
    const row = await findConnection(tx, connectionId)
    if (!row || !mayUse(row, { kind: 'person', role }) || !Object.hasOwn(actionsOf(row), action))
      throw invalid([{ path: `capabilities.${index}`, message: 'There is no such action of a connection' }])
  }
}
