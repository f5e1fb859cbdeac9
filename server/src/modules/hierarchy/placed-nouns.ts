import { sql } from 'kysely'
import type { PlacedKind } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
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
}

const nouns = extensionPoint<PlacedNoun>()

/** For the manifest of the module that owns the table. */
export const belongsToNodes = (noun: PlacedNoun): Extension => nouns.entry(noun)

export const placedNouns = (platform: Platform): readonly PlacedNoun[] => nouns.of(platform)

/** FROM and WHERE of the rows of a noun that exist. */
export const rowsOf = ({ table, hasTrash }: PlacedNoun) =>
  sql`from ${sql.table(table)} t where ${hasTrash ? sql`t.deleted_at is null` : sql`true`}`
