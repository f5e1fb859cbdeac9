import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { convertValue } from './convert-value.ts'
import type { LiveField } from './definition.ts'
import { patiently } from './patiently.ts'
import { shareChange } from './store.ts'
import { searchTextOf, titleOf } from './title-of.ts'
import { fromColumn, lockTable, readValues, writeCopies } from './values-store.ts'
import type { CopiedRow, ValueRow } from './values-store.ts'

interface Copying {
  orgId: string
  entityId: string
  /** Before the change. */
  version: number
  table: string
  live: readonly LiveField[]
  planned: readonly LiveField[]
}

/** Another job has published this change, or given it up. */
export class ChangeOverError extends Error {
  override readonly name = 'ChangeOverError'
}

const batch = 500
/** Clocks of two processes may differ by this much. */
const clockSkewMs = 5_000
const mostRounds = 20

/**
 * Copies values into their new columns while members go on writing, then lets `publish` do the rest: it takes the table alone, calls
 * `finish` for the rows written since, and names the new columns, all in one transaction.
 */
export async function copyChanged(
  { db, clock }: Platform,
  copying: Copying,
  publish: (finish: (tx: OrgTx) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!isNeeded(copying)) return publish(async () => undefined)
  const { orgId } = copying
  // Writers from before have committed when this is granted; those that come later are found by when they wrote.
  await patiently(() => db.withOrg(orgId, (tx) => lockTable(tx, copying.entityId)))
  let since = new Date(clock.now().getTime() - clockSkewMs)
  let changed = await copyAll(db, copying, null)
  for (let round = 0; changed > batch && round < mostRounds; round++) {
    const from = since
    since = new Date(clock.now().getTime() - clockSkewMs)
    changed = await copyAll(db, copying, from)
  }
  await publish(async (tx) => {
    let after: string | null = null
    do after = await copyBatch(tx, copying, after, since)
    while (after !== null)
  })
}

const textFields = (fields: readonly EntityField[]): string =>
  fields
    .filter(({ type }) => fieldTypes[type].isText || type === 'autonumber' || type === 'choice' || type === 'date' || type === 'number')
    .map(({ id, type, options }) => `${id} ${type} ${JSON.stringify(options)}`)
    .join()

/** A field gets another column, or what makes up titles and the search is another. */
const isNeeded = (copying: Copying): boolean => movesOf(copying).length > 0 || textFields(copying.live) !== textFields(copying.planned)

const movesOf = ({ live, planned }: Copying): { before: LiveField; after: LiveField }[] =>
  planned.flatMap((after) => {
    const before = live.find(({ id }) => id === after.id)
    return before && before.column !== after.column ? [{ before, after }] : []
  })

async function copyAll(db: Platform['db'], copying: Copying, since: Date | null): Promise<number> {
  let after: string | null = null
  let count = 0
  do {
    const from: string | null = after
    after = await db.withOrg(copying.orgId, (tx) => copyBatch(tx, copying, from, since))
    count += batch
  } while (after !== null)
  return count - batch
}

/** @returns the id to go on after; null at the end. */
async function copyBatch(tx: OrgTx, copying: Copying, after: string | null, since: Date | null): Promise<string | null> {
  const { table, live, entityId, version } = copying
  if (!(await shareChange(tx, entityId, version))) throw new ChangeOverError()
  const rows = await readValues(tx, table, live, { after, limit: batch, since })
  const moves = movesOf(copying)
  await writeCopies(
    tx,
    table,
    moves.map((move) => move.after),
    rows.map((row) => copyOf(copying, row)),
  )
  return rows.length < batch ? null : (rows.at(-1)?.id ?? null)
}

function copyOf(copying: Copying, row: ValueRow): CopiedRow {
  const { live, planned } = copying
  const valueOf = (field: EntityField): FieldValue => {
    const before = live.find(({ id }) => id === field.id)
    if (!before) return null
    const parsed = convertValue(before, field, fromColumn(row[before.column]))
    return 'value' in parsed ? parsed.value : null
  }
  return {
    id: row.id,
    label: titleOf(planned, valueOf),
    search: searchTextOf(planned, valueOf),
    values: movesOf(copying).map(({ after }) => valueOf(after)),
  }
}
