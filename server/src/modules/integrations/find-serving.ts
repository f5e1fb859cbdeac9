import type { OrgTx } from '../../platform/db/database.ts'
import { connectors } from './connectors/index.ts'
import type { Connector } from './kit/connector.ts'
import { connectionsOf } from './store.ts'
import type { ConnectionRow } from './store.ts'
import { mayUse } from './use-connection.ts'
import type { ConnectionUser } from './use-connection.ts'

export interface ServingConnection {
  row: ConnectionRow
  isSandbox: boolean
}

/** The connection behind a capability of agents: one that works before one that fails, a service before the sandbox, the oldest first. */
export async function findServing(
  tx: OrgTx,
  capability: NonNullable<Connector['serves']>,
  user: ConnectionUser,
): Promise<ServingConnection | null> {
  const serving = [...connectors.values()].filter(({ serves }) => serves === capability)
  const sandboxes = new Set(serving.filter(({ isSandbox }) => isSandbox).map(({ id }) => id))
  const rows = await connectionsOf(
    tx,
    serving.map(({ id }) => id),
  )
  const rank = (row: ConnectionRow): number => (row.status === 'failing' ? 2 : 0) + (sandboxes.has(row.connector) ? 1 : 0)
  const [row] = rows.filter((each) => mayUse(each, user)).toSorted((a, b) => rank(a) - rank(b))
  return row ? { row, isSandbox: sandboxes.has(row.connector) } : null
}
