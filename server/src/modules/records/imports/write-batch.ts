import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readTableCell } from '../../../platform/text/recognise-table.ts'
import type { LiveEntity, LiveField } from '../../entities/index.ts'
import { writtenOf } from '../change-records.ts'
import { relationReader } from '../read-relations.ts'
import type { Relate } from '../read-relations.ts'
import type { FieldValues } from '../read-values.ts'
import { insertMany, nextNumber, recordsWith, writeRecord } from '../record-store.ts'
import { valuesOf } from '../to-record.ts'
import type { RowFault, StoredSettings } from './import-store.ts'
import { readCell } from './read-cell.ts'
import type { TableRow } from './read-table.ts'

interface Target {
  entity: LiveEntity
  settings: StoredSettings
  byName: string
}

interface ReadRow {
  row: number
  values: Map<LiveField, FieldValue>
}

const shownLength = 120

const faultOf = (row: number, column: string, cell: string, text: Text): RowFault => ({
  row,
  column,
  text: cell.slice(0, shownLength).toWellFormed(),
  ...worded(text),
})

interface Written {
  created: number
  updated: number
  faults: RowFault[]
}

/** Writes the rows of a batch; one that cannot be written is left out and says why. */
export async function writeBatch(platform: Platform, tx: OrgTx, target: Target, rows: readonly TableRow[]): Promise<Written> {
  const faults: RowFault[] = []
  const read: ReadRow[] = []
  // A job has no role: it may name what the members of the organization see.
  const relate = relationReader(platform, tx, () => true)
  for (const row of rows) {
    const values = await readRow(target, row, relate)
    if (values instanceof Map) read.push({ row: row.row, values })
    else faults.push(values)
  }
  const { fresh, known } = await splitKnown(tx, target, read)
  const created = await insertRows(platform, tx, target, fresh, faults)
  let updated = 0
  for (const { row, values, record } of known) {
    const before = valuesOf(target.entity, record)
    const written = writtenOf(target.entity, new Map([...before, ...values]), values, platform.clock.now())
    if (await writeRecord(tx, target.entity, record.id, written, 'unless taken')) updated += 1
    else faults.push(faultOf(row, '', record.label, 'Another record has this value'))
  }
  return { created, updated, faults }
}

async function readRow(
  { entity, settings }: Target,
  { row, cells, fault }: TableRow,
  relate: Relate,
): Promise<RowFault | Map<LiveField, FieldValue>> {
  if (fault !== null) return faultOf(row, '', '', fault)
  const values = new Map<LiveField, FieldValue>()
  for (const [at, id] of settings.columns.entries()) {
    const field = id === '' ? undefined : entity.fields.find((each) => each.id === id)
    if (!field) continue
    const text = readTableCell(cells[at] ?? '')
    const parsed = isRelation(field.type) ? await relate(field, text) : readCell(field.type, text, field)
    if ('refused' in parsed) return faultOf(row, field.name, text, parsed.refused)
    if (parsed.value === null && field.required) return faultOf(row, field.name, '', 'This field is required')
    values.set(field, parsed.value)
  }
  return values
}

/** By the value of the field that records are found by; the first row of a value wins, later ones of the batch change the same record. */
async function splitKnown(tx: OrgTx, { entity, settings }: Target, read: readonly ReadRow[]) {
  const match = settings.match === '' ? undefined : entity.fields.find(({ id }) => id === settings.match)
  if (!match) return { fresh: read, known: [] }
  const keys = read.flatMap(({ values }) => values.get(match) ?? [])
  const records = await recordsWith(tx, entity, match, keys)
  const byKey = new Map(records.map((record) => [JSON.stringify(valuesOf(entity, record).get(match)), record]))
  const known = read.flatMap((row) => {
    const record = byKey.get(JSON.stringify(row.values.get(match) ?? null))
    return record ? [{ ...row, record }] : []
  })
  const rows = new Set(known.map(({ row }) => row))
  return { fresh: read.filter(({ row }) => !rows.has(row)), known }
}

async function insertRows(
  platform: Platform,
  tx: OrgTx,
  { entity, byName }: Target,
  rows: readonly ReadRow[],
  faults: RowFault[],
): Promise<number> {
  const missing = (values: FieldValues) => entity.fields.find((field) => field.required && isEmpty(values, field))
  const good = []
  for (const { row, values } of rows) {
    for (const field of entity.fields) {
      if (field.type === 'autonumber') values.set(field, await nextNumber(tx, entity, field))
      else if (!values.has(field)) values.set(field, field.defaultValue)
    }
    const lacking = missing(values)
    if (lacking) faults.push(faultOf(row, lacking.name, '', 'This field is required'))
    else good.push({ row, id: newId(), values })
  }
  const now = platform.clock.now()
  const written = good.map(({ id, values }) => ({ id, byName, ...writtenOf(entity, values, values, now) }))
  const done = new Set(await insertMany(tx, entity, written))
  for (const { row, id, values } of good)
    if (!done.has(id)) {
      const unique = entity.fields.filter((field) => field.unique && !isEmpty(values, field))
      const [field] = unique
      const text = field ? fieldTypes[field.type].write(values.get(field) ?? null, field) : ''
      faults.push(faultOf(row, field?.name ?? '', text, message('Another record has this {field}', { field: field?.label ?? '' })))
    }
  return done.size
}

const isEmpty = (values: FieldValues, field: LiveField): boolean => field.type !== 'autonumber' && (values.get(field) ?? null) === null
