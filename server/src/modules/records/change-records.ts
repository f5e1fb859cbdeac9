import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { recordEvents } from '@imperium/contract/events/records.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { findLiveEntity, searchTextOf, shareTable, titleOf } from '../entities/index.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'
import { readValues } from './read-values.ts'
import type { FieldValues, Given } from './read-values.ts'
import type { RecordReader } from './related-records.ts'
import * as store from './record-store.ts'
import { namedValues, toRecords, valuesOf } from './to-record.ts'

type Writer = Pick<OrgContext, 'tx' | 'may' | 'audit' | 'actor'>

const readerOf = (platform: Platform, { tx, may }: Pick<OrgContext, 'tx' | 'may'>): RecordReader => ({ platform, tx, may })

/** @throws 404 for an entity that has no table, or is archived. */
export async function readableEntity(tx: OrgContext['tx'], name: string): Promise<LiveEntity> {
  const entity = found(await findLiveEntity(tx, name))
  if (entity.status === 'archived') throw notFound()
  return entity
}

/** The definition stays as it is until the transaction ends. @throws 404. */
export async function writableEntity(tx: OrgContext['tx'], name: string): Promise<LiveEntity> {
  const { id } = await readableEntity(tx, name)
  await shareTable(tx, id)
  return readableEntity(tx, name)
}

export const writtenOf = (entity: LiveEntity, all: FieldValues, written: FieldValues, now: Date): store.WrittenRecord => {
  const valueOf = (field: { id: string }) => [...all].find(([each]) => each.id === field.id)?.[1] ?? null
  return { label: titleOf(entity.fields, valueOf), search: searchTextOf(entity.fields, valueOf), values: [...written], now }
}

/** A value that another record has: 409 that names the field. */
export async function refusingDuplicates<T>(entity: LiveEntity, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const field = duplicateOf(entity, error)
    if (field) throw fieldConflict(`values.${field.name}`, message('Another record has this {field}', { field: field.label }))
    throw error
  }
}

function duplicateOf({ fields }: LiveEntity, error: unknown): LiveField | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined
  const constraint = 'constraint' in error ? String(error.constraint) : ''
  return fields.find(({ column }) => constraint.endsWith(`_u${column}`))
}

/** @throws 404; 409 for a value that is taken, and for an entity that is deprecated; 422 by field. */
export async function createRecord(platform: Platform, context: Writer, name: string, given: Given): Promise<EntityRecord> {
  const { tx, audit, actor } = context
  const entity = await writableEntity(tx, name)
  if (entity.status !== 'active') throw conflict('The entity is deprecated: no new records are made.')
  const reader = readerOf(platform, context)
  const values = new Map(await readValues(reader, entity, given, null))
  for (const field of entity.fields) if (field.type === 'autonumber') values.set(field, await store.nextNumber(tx, entity, field))
  const id = newId()
  const now = platform.clock.now()
  const written = writtenOf(entity, values, values, now)
  await refusingDuplicates(entity, () => store.insertRecord(tx, entity, { ...written, id, byName: actor.name }))
  audit({ targetId: id, targetName: written.label || entity.displayName, after: { entity: name, ...namedValues(values) } })
  await platform.events.emit(tx, recordEvents.created, { entity: name, recordId: id, label: written.label })
  return readBack(reader, entity, id)
}

async function readBack(reader: RecordReader, entity: LiveEntity, id: string): Promise<EntityRecord> {
  const row = found(await store.findRecord(reader.tx, entity, id))
  return found((await toRecords(reader, entity, [row]))[0])
}

/** @throws 404; 409 for a stale write, a value that is taken, and a record in the trash; 422 by field. */
export async function updateRecord(
  platform: Platform,
  context: Writer,
  { entity: name, id }: { entity: string; id: string },
  { values: given, updatedAt }: { values: Given; updatedAt?: string | undefined },
): Promise<EntityRecord> {
  const { tx, audit } = context
  const entity = await writableEntity(tx, name)
  const row = found(await store.findRecord(tx, entity, id, true))
  assertFresh(row, updatedAt)
  if (row.deleted_at) throw conflict('The record is in the trash. Restore it first.')
  audit({ targetName: row.label || entity.displayName })
  await applyValues(platform, context, { entity, row }, given)
  return readBack(readerOf(platform, context), entity, id)
}

/** Writes values into a locked record. @returns what the changed fields had before; null where nothing changes. @throws 409, 422. */
export async function applyValues(
  platform: Platform,
  context: Writer,
  { entity, row }: { entity: LiveEntity; row: store.RecordRow },
  given: Given,
): Promise<FieldValues | null> {
  const { tx, audit } = context
  const before = valuesOf(entity, row)
  const values = await readValues(readerOf(platform, context), entity, given, before)
  const changed: FieldValues = new Map([...values].filter(([field, value]) => !isSame(before.get(field), value)))
  if (changed.size === 0) return null
  const written = writtenOf(entity, new Map([...before, ...values]), changed, nextStamp(row, platform.clock.now()))
  await refusingDuplicates(entity, () => store.writeRecord(tx, entity, row.id, written))
  const was = new Map([...before].filter(([field]) => changed.has(field)))
  const after = { entity: entity.name, ...namedValues(changed) }
  audit({ targetName: written.label || entity.displayName, before: namedValues(was), after })
  const fields = [...changed.keys()].map((field) => field.name)
  await platform.events.emit(tx, recordEvents.updated, { entity: entity.name, recordId: row.id, label: written.label, fields })
  return was
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Into the trash; from there for good. @throws 404. */
export async function removeRecord(
  platform: Platform,
  { tx, audit }: Writer,
  { entity: name, id }: { entity: string; id: string },
): Promise<null> {
  const entity = await writableEntity(tx, name)
  const row = found(await store.findRecord(tx, entity, id, true))
  const before = { entity: name, ...namedValues(valuesOf(entity, row)) }
  audit({ targetName: row.label || entity.displayName, before })
  if (row.deleted_at) {
    await store.deleteRecord(tx, entity, id)
    return null
  }
  const now = nextStamp(row, platform.clock.now())
  await store.setDeleted(tx, entity, id, now, now)
  await platform.events.emit(tx, recordEvents.deleted, { entity: name, recordId: id, label: row.label })
  return null
}

/** @throws 404; 409 for one that is not in the trash, and where another record has taken a unique value. */
export async function restoreRecord(
  platform: Platform,
  context: Writer,
  { entity: name, id }: { entity: string; id: string },
): Promise<EntityRecord> {
  const { tx, audit } = context
  const entity = await writableEntity(tx, name)
  const row = found(await store.findRecord(tx, entity, id, true))
  if (!row.deleted_at) throw conflict('The record is not in the trash.')
  await refusingDuplicates(entity, () => store.setDeleted(tx, entity, id, null, nextStamp(row, platform.clock.now())))
  audit({ targetName: row.label || entity.displayName, after: { entity: name } })
  return readBack(readerOf(platform, context), entity, id)
}
