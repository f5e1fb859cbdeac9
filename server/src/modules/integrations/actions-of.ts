import type { OrgTx } from '../../platform/db/database.ts'
import { connectors } from './connectors/index.ts'
import { operationAction } from './documented/document-actions.ts'
import { toolAction } from './documented/mcp-tools.ts'
import { listOf, nodeOf } from './documented/read-references.ts'
import { StoredDocument, StoredOperation, StoredTool } from './documented/stored-document.ts'
import type { LeftOut } from './documented/stored-document.ts'
import type { Action } from './kit/action.ts'
import { isDiscovered } from './kit/connector.ts'
import type { Connector } from './kit/connector.ts'
import { findConnection } from './store.ts'

interface Source {
  connector: string
  document: unknown
}

/** The actions of a connection with their ids, each made when it is asked for: those of its connector, of its document, or of what its server offers. */
export function actionsOf({ connector: id, document }: Source): Iterable<readonly [string, Action]> {
  const connector = connectors.get(id)
  return keepsActions(connector) ? eachStoredAction(document) : Object.entries(connector?.actions ?? {})
}

/** One action of a connection. Of a stored document only this one is read: it may hold thousands. */
export function findAction({ connector: id, document }: Source, action: string): Action | undefined {
  const connector = connectors.get(id)
  if (keepsActions(connector)) {
    const named = (list: 'operations' | 'tools') => listOf(nodeOf(document)[list]).find((each) => nodeOf(each)['id'] === action)
    const operation = StoredOperation.safeParse(named('operations')).data
    const tool = StoredTool.safeParse(named('tools')).data
    return operation ? operationAction(operation) : tool && toolAction(tool)
  }
  return connector && Object.hasOwn(connector.actions, action) ? connector.actions[action] : undefined
}

/** An action of a connection. */
export async function findDocumentedAction(tx: OrgTx, connectionId: string, id: string): Promise<Action | undefined> {
  const row = await findConnection(tx, connectionId)
  return row && findAction(row, id)
}

/** What a connection keeps of a document, or of what its server offers. */
function* eachStoredAction(document: unknown): Generator<readonly [string, Action]> {
  const { operations, tools } = readStored(document)
  for (const operation of operations) yield [operation.id, operationAction(operation)]
  for (const tool of tools) yield [tool.id, toolAction(tool)]
}

/** What of its document or server cannot be used, or not in full. */
export const leftOutOf = ({ document }: Pick<Source, 'document'>): LeftOut[] => {
  const stored = typeof document === 'object' && document !== null && 'leftOut' in document ? document.leftOut : []
  return StoredDocument.shape.leftOut.safeParse(stored).data ?? []
}

/** Whether each connection of it keeps actions of its own. */
const keepsActions = (connector: Connector | undefined): boolean =>
  connector !== undefined && (connector.isDocumented === true || isDiscovered(connector))

const readStored = (document: unknown): Pick<StoredDocument, 'operations' | 'tools'> =>
  StoredDocument.safeParse(document).data ?? { operations: [], tools: [] }
