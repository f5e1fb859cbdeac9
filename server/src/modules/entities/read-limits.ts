import { sql } from 'kysely'
import { entityLimits } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityUse } from '@imperium/contract/entities/entities.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { allowedDefinitions } from './change-entities.ts'
import { fieldsOf } from './definition.ts'
import type { DefinitionRow } from './definition.ts'
import * as store from './store.ts'
import { countRows } from './values-store.ts'

const mostListed = 500
/** A larger table is not counted for a page. */
const countedUpTo = 50_000

/** What the entities of the organization use of their limits, the largest first. */
export async function readLimits(context: Pick<OrgContext, 'tx' | 'org'>): Promise<EntityUse> {
  const { tx } = context
  const definitions = await store.listDefinitions(tx, mostListed)
  const entities = []
  for (const row of definitions) entities.push(await usageOf(context, row))
  return {
    definitions: { used: await store.countDefinitions(tx), limit: await allowedDefinitions(context) },
    fieldLimit: entityLimits.fields,
    columnLimit: entityLimits.columns,
    entities: entities.toSorted((a, b) => b.bytes - a.bytes),
  }
}

async function usageOf({ tx }: Pick<OrgContext, 'tx'>, row: DefinitionRow): Promise<EntityUse['entities'][number]> {
  const about = {
    id: row.id,
    entityName: row.name,
    displayName: row.display_name,
    fields: fieldsOf(row).length,
    columns: row.next_column - 1,
  }
  if (row.live_fields === null) return { ...about, records: 0, isEstimate: false, bytes: 0 }
  const { rows } = await sql<{ estimate: number; bytes: number }>`
    select c.reltuples::float8 as estimate, pg_total_relation_size(c.oid)::bigint as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'records' and c.relname = ${row.table_name}`.execute(tx)
  const { estimate = 0, bytes = 0 } = rows[0] ?? {}
  const isEstimate = estimate > countedUpTo
  return { ...about, records: isEstimate ? Math.round(estimate) : await countRows(tx, row.table_name), isEstimate, bytes }
}
