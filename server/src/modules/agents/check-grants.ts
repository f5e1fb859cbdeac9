import type { ActionGrant, CollectionGrant, GrantedTool } from '@imperium/contract/agents.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { findCollection } from '../knowledge/index.ts'
import { findAction, findConnection, mayUse } from '../integrations/index.ts'

export const isActionGrant = (tool: GrantedTool): tool is ActionGrant => tool.startsWith('action:')

export const isCollectionGrant = (tool: GrantedTool): tool is CollectionGrant => tool.startsWith('collection:')

/** The person who grants an action may use its connection. Grants that the agent has already stay. @throws 422 */
export async function checkGrants(tx: OrgTx, role: Role, granted: readonly GrantedTool[], before: readonly GrantedTool[]): Promise<void> {
  for (const [index, tool] of granted.entries()) {
    if (before.includes(tool)) continue
    if (isCollectionGrant(tool) && tool !== 'collection:product' && !(await findCollection(tx, tool.slice(11))))
      throw invalid([{ path: `capabilities.${index}`, message: 'This collection does not exist' }])
    if (!isActionGrant(tool)) continue
    const [, connectionId = '', action = ''] = tool.split(':')
    const row = await findConnection(tx, connectionId)
    if (!row || !mayUse(row, { kind: 'person', role }) || !findAction(row, action))
      throw invalid([{ path: `capabilities.${index}`, message: 'There is no such action of a connection' }])
  }
}
