import type { OrgTx } from '../../platform/db/database.ts'
import { connectors } from './connectors/index.ts'
import { operationAction } from './documented/document-actions.ts'
import { toolAction } from './documented/mcp-tools.ts'
import { StoredDocument } from './documented/stored-document.ts'
import type { Action } from './kit/action.ts'
import { findConnection } from './store.ts'

/** The actions of a connection: those of its connector, or of the document that it was given. */
export function actionsOf({ connector: id, document }: { connector: string; document: unknown }): Readonly<Record<string, Action>> {
  const connector = connectors.get(id)
  return connector?.isDocumented || connector?.discover ? storedActions(document) : (connector?.actions ?? {})
}

/** Whether a connection has the action. */
export async function findDocumentedAction(tx: OrgTx, connectionId: string, id: string): Promise<boolean> {
  const row = await findConnection(tx, connectionId)
  return row !== undefined && Object.hasOwn(actionsOf(row), id)
}

/** What a connection keeps of a document, or of what its server offers, as actions by id. */
export function storedActions(document: unknown): Readonly<Record<string, Action>> {
  const { operations = [], tools = [] } = StoredDocument.safeParse(document).data ?? {}
  return Object.fromEntries([
    ...operations.map((operation) => [operation.id, operationAction(operation)] as const),
    ...tools.map((tool) => [tool.id, toolAction(tool)] as const),
  ])
}
