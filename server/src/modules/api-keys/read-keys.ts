import { ApiKey } from '@imperium/contract/api-keys.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { found } from '../../platform/resources/checks.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { agentNames } from '../agents/index.ts'
import { findKey } from './store.ts'
import type { KeyRow } from './store.ts'

const stars = '*'.repeat(24)

const toApiKey = replyOf(ApiKey, (row: KeyRow, agentName: string) => ({
  agent: row.agent_id ? { id: row.agent_id, name: agentName } : null,
  key: row.prefix + stars + row.last4,
  scopes: row.scopes as KeyScope[],
  createdBy: row.created_by_name,
  lastUsed: row.last_used_at,
  status: row.reason ? ('inactive' as const) : ('active' as const),
  inactiveReason: row.reason,
}))

/** The keys as they are shown, in the given order. */
export async function withAgentNames(tx: OrgTx, rows: readonly KeyRow[]): Promise<ApiKey[]> {
  const names = await agentNames(
    tx,
    rows.flatMap((row) => row.agent_id ?? []),
  )
  return rows.map((row) => toApiKey(row, names.get(row.agent_id ?? '') ?? ''))
}

/** One key as it is shown. @throws 404. */
export async function readKey(tx: OrgTx, id: string, now: Date): Promise<ApiKey> {
  const [key] = await withAgentNames(tx, [found(await findKey(tx, id, now))])
  return found(key)
}
