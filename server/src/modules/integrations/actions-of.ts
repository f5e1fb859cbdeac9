import type { OrgTx } from '../../platform/db/database.ts'
import { connectors } from './connectors/index.ts'
import { documentActions } from './documented/document-actions.ts'
import type { Action } from './kit/action.ts'
import { findConnection } from './store.ts'

/** The actions of a connection: those of its connector, or of the document that it was given. */
export function actionsOf({ connector: id, document }: { connector: string; document: unknown }): Readonly<Record<string, Action>> {
  const connector = connectors.get(id)
  return connector?.isDocumented ? documentActions(document) : (connector?.actions ?? {})
}

/** Whether a connection has the action. */
export async function findDocumentedAction(tx: OrgTx, connectionId: string, id: string): Promise<boolean> {
  const row = await findConnection(tx, connectionId)
  return row !== undefined && Object.hasOwn(actionsOf(row), id)
}
