import type { ApiKey, KeyKind } from '@imperium/contract/api-keys.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { agentNames } from '../agents/index.ts'
import { findKey } from './store.ts'
import type { KeyRow } from './store.ts'

const stars = '*'.repeat(24)

const toApiKey = (row: KeyRow, agentName: string): ApiKey => ({
  id: row.id,
  name: row.name,
  kind: row.kind as KeyKind,
  agent: row.agent_id ? { id: row.agent_id, name: agentName } : null,
  key: row.prefix + stars + row.last4,
  scopes: row.scopes as KeyScope[],
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  updatedAt: row.updated_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  allowedAddresses: row.allowed_addresses,
  rateLimitPerHour: row.rate_limit_per_hour,
  usageCount: row.usage_count,
  lastUsed: row.last_used_at?.toISOString() ?? null,
  status: row.reason ? 'inactive' : 'active',
  inactiveReason: row.reason,
  rotatesUntil: row.rotates_until?.toISOString() ?? null,
})

/** The keys as they are shown, in the given order. */
export async function withAgentNames(tx: OrgTx, rows: readonly KeyRow[]): Promise<ApiKey[]> {
  const names = await agentNames(
    tx,
    rows.flatMap((row) => row.agent_id ?? []),
  )
  return rows.map((row) => toApiKey(row, names.get(row.agent_id ?? '') ?? ''))
}

/** One key as it is shown; null where there is none. */
export async function readKey(tx: OrgTx, id: string, now: Date): Promise<ApiKey | null> {
  const row = await findKey(tx, id, now)
  const [key] = row ? await withAgentNames(tx, [row]) : []
  return key ?? null
}
