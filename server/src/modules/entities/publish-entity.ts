import { entityLimits } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../platform/resources/checks.ts'
import { refuseSystem, refuseWhileChanging } from './change-entities.ts'
import { copyChanged } from './copy-values.ts'
import { countRetired, unusedColumn } from './retired-columns.ts'
import { columnOf, fieldsOf, liveFieldsOf, planColumns, plannedFieldsOf, retiredOf } from './definition.ts'
import type { DefinitionRow, LiveField } from './definition.ts'
import { databaseCodeOf, lockNotAvailable, patiently } from './patiently.ts'
import * as store from './store.ts'
import { toDefinition } from './to-definition.ts'
import { lockTable } from './values-store.ts'

export const buildTableName = 'entities.buildTable'

interface BuildTableData {
  orgId: string
  entityId: string
  byName: string
}

/**
 * A job makes or changes the table. @throws 404; 409 for a stale form, a system entity, a status that does not allow it, and without a
 * change.
 */
export async function publishEntity(
  platform: Platform,
  context: OrgContext,
  { id, updatedAt }: { id: string; updatedAt?: string | undefined },
): Promise<EntityDefinition> {
  const { tx, audit, actor } = context
  refuseSystem(platform, id)
  const row = found(await store.lockDefinition(tx, id))
  // What was shown beforehand is what happens.
  assertFresh(row, updatedAt)
  refuseWhileChanging(row)
  if (row.status !== 'draft' && row.status !== 'active') throw conflict('Make the entity active first.')
  const live = liveFieldsOf(row)
  if (live && !toDefinition(row).hasChanges) throw conflict('The entity is active, and its fields were not changed.')
  const { planned, nextColumn } = planColumns(fieldsOf(row), live ?? [], row.next_column)
  if (nextColumn > entityLimits.columns) throw conflict('This entity was changed too often: its table can have no more columns.')
  const saved = await store.setPlan(tx, id, planned, nextColumn, nextStamp(row, platform.clock.now()))
  await platform.jobs.send<BuildTableData>(tx, buildTableName, { orgId: tx.orgId, entityId: id, byName: actor.name })
  audit({ targetName: row.display_name, after: { version: live ? row.version + 1 : row.version } })
  return toDefinition(saved)
}

/** Each step can be repeated: a job that was killed begins again and finds what is done. */
export const buildTableJob = (platform: Platform): JobDefinition<BuildTableData> => ({
  name: buildTableName,
  lane: 'interactive',
  run: async ({ orgId, entityId, byName }) => {
    const { db, log, clock } = platform
    const row = await db.withOrg(orgId, (tx) => store.findDefinition(tx, entityId))
    if (row?.change_state !== 'waiting') return
    try {
      await build(platform, { orgId, row, byName })
    } catch (error) {
      const reason = reasonOf(error)
      // Unknown errors are tried again by the queue, and stay visible in the log.
      if (reason === null) throw error
      log.warn({ err: error, orgId, entityId }, 'the table of an entity could not be changed')
      const added = leftBehind(plannedFieldsOf(row), liveFieldsOf(row) ?? []).map(unusedColumn)
      await db.withOrg(orgId, async (tx) => {
        const now = await store.lockDefinition(tx, entityId)
        if (now && isPlan(now, row)) await store.setFailed(tx, entityId, reason, [...retiredOf(now), ...added], clock.now())
      })
    }
  },
})

/** Longer than a job may work. */
const stuckAfterMs = 20 * 60_000
const mostStuck = 100

/** Sends jobs again that were lost, set aside or tried too often, as in a long outage: the entity could never be changed again. */
export async function resumeTableChanges({ db, jobs, clock }: Platform): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - stuckAfterMs)
  for (const { org_id: orgId, id: entityId } of await db.withSystem((tx) => store.listStuck(tx, before, mostStuck)))
    await db.withOrg(orgId, async (tx) => {
      if (await store.takeStuck(tx, entityId, before, now))
        await jobs.send<BuildTableData>(tx, buildTableName, { orgId, entityId, byName: 'Imperium' })
    })
}

interface Building {
  orgId: string
  row: DefinitionRow
  byName: string
}

async function build(platform: Platform, { orgId, row, byName }: Building): Promise<void> {
  const { db } = platform
  const planned = plannedFieldsOf(row)
  const live = liveFieldsOf(row)
  const table = row.table_name
  if (!live) {
    await patiently(() => db.withSystem((tx) => store.makeTable(tx, orgId, table, planned.map(columnOf))))
    await db.withOrg(orgId, (tx) =>
      store.publishFields(tx, row.id, { fields: planned, version: row.version, retired: [], now: platform.clock.now(), byName }),
    )
    return
  }
  const added = planned.filter(({ column }) => !live.some((before) => before.column === column)).map(columnOf)
  await patiently(() => db.withSystem((tx) => store.addColumns(tx, orgId, table, added)))
  await patiently(() => db.withSystem((tx) => store.addIndexes(tx, orgId, table, added)))
  const isDue = async (tx: OrgTx): Promise<boolean> => {
    const current = await store.shareDefinition(tx, row.id)
    return current !== undefined && isPlan(current, row)
  }
  const copy = { orgId, entityId: row.id, table, live, planned, isDue }
  const left = leftBehind(live, planned)
  await copyChanged(platform, copy, async (finish) => {
    await patiently(() =>
      db.withOrg(orgId, async (tx) => {
        await lockTable(tx, row.id)
        const current = await store.lockDefinition(tx, row.id)
        // Another try of the same job was faster: what it published stays.
        if (!current || !isPlan(current, row)) return
        await finish(tx)
        const now = platform.clock.now()
        const retiredAt = now.toISOString()
        const retired = left.map((field) => ({ field, retiredAt, successor: planned.find(({ id }) => id === field.id) ?? null }))
        await store.publishFields(tx, row.id, {
          fields: planned,
          version: row.version + 1,
          retired: [...retiredOf(current), ...retired],
          now,
          byName,
        })
      }),
    )
  })
  // Values that nothing asks for any more must not refuse a record that comes back from the trash.
  const indexed = left.filter((field) => columnOf(field).index !== undefined).map(({ column }) => column)
  if (indexed.length > 0) await patiently(() => db.withSystem((tx) => store.dropIndexes(tx, orgId, table, indexed)))
  await countRetired(platform, orgId, row.id)
}

/** Whether the definition still waits for the work that `row` was read with. */
const isPlan = (current: DefinitionRow, row: DefinitionRow): boolean =>
  current.change_state === 'waiting' && current.next_column === row.next_column && current.version === row.version

/** Fields whose columns the others do not have. */
const leftBehind = (fields: readonly LiveField[], others: readonly LiveField[]): LiveField[] =>
  fields.filter(({ column }) => !others.some((field) => field.column === column))

/** What a member can do something about; null for any other error. */
function reasonOf(error: unknown): Text | null {
  const code = databaseCodeOf(error)
  if (code === lockNotAvailable) return 'The table was in use for too long. Try again later.'
  if (code === '23505') return 'Several records have the same value in a field that should be unique.'
  return null
}
