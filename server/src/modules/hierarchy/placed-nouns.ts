import { sql } from 'kysely'
import type { PlacedKind } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { Platform } from '../../platform/platform.ts'

/** What a module lets belong to nodes: a table that `app.hold_in_nodes` gave a column `node_id` and the row policy. */
export interface PlacedNoun {
  kind: PlacedKind
  table: string
  /** Deleted rows stay in the table, with `deleted_at`. */
  hasTrash?: true
  read: Permission
  write: Permission
  /** Of records: the name of their entity. */
  entity?: string
}

const nouns = extensionPoint<PlacedNoun>()

/** For the manifest of the module that owns the table. */
export const belongsToNodes = (noun: PlacedNoun): Extension => nouns.entry(noun)

type FindNouns = (tx: OrgTx) => Promise<readonly PlacedNoun[]>

const finders = extensionPoint<FindNouns>()

/** For the manifest of a module whose tables differ from organization to organization. */
export const belongToNodes = (find: FindNouns): Extension => finders.entry(find)

/** Those that every organization has. */
export const commonNouns = (platform: Platform): readonly PlacedNoun[] => nouns.of(platform)

export const placedNouns = async (platform: Platform, tx: OrgTx): Promise<readonly PlacedNoun[]> => [
  ...commonNouns(platform),
  ...(await finders.gather(platform, (find) => find(tx))),
]

/** FROM and WHERE of the rows of a noun that exist. */
export const rowsOf = ({ table, hasTrash }: PlacedNoun) =>
  sql`from ${sql.table(table)} t where ${hasTrash ? sql`t.deleted_at is null` : sql`true`}`
