import type { recordOperations } from '@imperium/contract/entities/records.ts'
import type { Data } from '@imperium/contract/kit/endpoint.ts'
import { recordEvents } from '@imperium/contract/events/records.ts'
import { notFound } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { nextStamp } from '../../platform/resources/checks.ts'
import type { LiveEntity } from '../entities/index.ts'
import { applyValues, refusingDuplicates, writableEntity } from './change-records.ts'
import type { Given } from './read-values.ts'
import * as store from './record-store.ts'
import type { RecordRow } from './record-store.ts'
import { namedValues } from './to-record.ts'

type Action = { kind: 'set'; values: Given } | { kind: 'trash' } | { kind: 'restore' }
type Before = Data<typeof recordOperations.bulk>['before'][number]

/** All of them or none: one transaction. @throws 404 for an id without a record; 409, 422 as for a single one. */
export async function changeMany(
  platform: Platform,
  context: OrgContext,
  name: string,
  { ids, action }: { ids: readonly string[]; action: Action },
): Promise<Data<typeof recordOperations.bulk>> {
  const { tx, audit } = context
  const entity = await writableEntity(tx, name)
  // In one order, so that two such acts wait for each other instead of stopping each other.
  const rows = await store.lockRecords(tx, entity, [...new Set(ids)].toSorted())
  if (rows.length < new Set(ids).size) throw notFound()
  const before: Before[] = []
  for (const row of rows) {
    // One line of the audit log tells of all.
    const changed = await changeOne(platform, { ...context, audit: () => undefined }, entity, row, action)
    if (changed) before.push(changed)
  }
  audit({ targetName: entity.displayName, after: { entity: name, action: action.kind, records: before.length } })
  return { changed: before.length, before }
}

async function changeOne(
  platform: Platform,
  context: OrgContext,
  entity: LiveEntity,
  row: RecordRow,
  action: Action,
): Promise<Before | null> {
  const { tx } = context
  const isTrashed = row.deleted_at !== null
  if (action.kind === 'set') {
    const was = isTrashed ? null : await applyValues(platform, context, { entity, row }, action.values)
    return was && { id: row.id, values: namedValues(was) }
  }
  if (isTrashed === (action.kind === 'trash')) return null
  const now = nextStamp(row, platform.clock.now())
  await refusingDuplicates(entity, () => store.setDeleted(tx, entity, row.id, isTrashed ? null : now, now))
  if (!isTrashed) await platform.events.emit(tx, recordEvents.deleted, { entity: entity.name, recordId: row.id, label: row.label })
  return { id: row.id, values: {} }
}
