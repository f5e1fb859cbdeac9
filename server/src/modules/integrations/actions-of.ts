import type { OrgTx } from '../../platform/db/database.ts'
import { connectors } from './connectors/index.ts'
import type { Action } from './kit/action.ts'
import { findConnection } from './store.ts'

/** The actions of a connection: those of its connector, or of the document that it was given. */
export function actionsOf({ connector: id }: { connector: string; document: unknown }): Readonly<Record<string, Action>> {
  return connectors.get(id)?.actions ?? {}
}

/** Whether a connection has the action. */
export async function findDocumentedAction(tx: OrgTx, connectionId: string, id: string): Promise<boolean> {
  const row = await findConnection(tx, connectionId)
  return row !== undefined && Object.hasOwn(actionsOf(row), id)
}
