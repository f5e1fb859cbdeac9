import { entityLimits } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityDefinition, RetiredField } from '@imperium/contract/entities/entities.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { refuseSystem, refuseWhileChanging } from './change-entities.ts'
import { fieldsOf, liveFieldsOf, retiredOf } from './definition.ts'
import type { LiveField, StoredRetired } from './definition.ts'
import { countAlone } from './count-alone.ts'
import { databaseCodeOf, lockNotAvailable } from './patiently.ts'
import * as store from './store.ts'
import { toDefinition } from './to-definition.ts'
import { lockTable } from './values-store.ts'

const keptDays = 30
const dayMs = 86_400_000

const untilOf = ({ retiredAt }: StoredRetired): Date => new Date(Date.parse(retiredAt) + keptDays * dayMs)

/** A column whose values exist nowhere else stays until a member deletes it; any other goes after its 30 days. */
const isKept = (retired: StoredRetired, now: Date): boolean => untilOf(retired) > now || isAlone(retired)
const isAlone = ({ successor, alone }: StoredRetired): boolean => successor !== null && alone !== 0

/** Newest first. @throws 404. */
export async function listRetiredFields(platform: Platform, tx: OrgTx, id: string): Promise<RetiredField[]> {
  refuseSystem(platform, id)
  return retiredOf(found(await store.findDefinition(tx, id)))
    .filter((retired) => isKept(retired, platform.clock.now()))
    .toReversed()
    .slice(0, 200)
    .map((retired) => {
      const { id: field, name, label, type, column } = retired.field
      const alone = retired.alone ?? 0
      const until = alone > 0 ? null : untilOf(retired).toISOString()
      return { id: field, name, label, type, column, alone, retiredAt: retired.retiredAt, until }
    })
}

/** The column comes back as a field of its own, beside what took its place. @throws 404; 409 while fields are changed. */
export async function restoreColumn(platform: Platform, context: OrgContext, id: string, column: string): Promise<EntityDefinition> {
  const { tx, audit, actor } = context
  refuseSystem(platform, id)
  const row = found(await store.lockDefinition(tx, id))
  refuseWhileChanging(row)
  const retired = retiredOf(row)
  const chosen = retired.find((each) => each.field.column === column && isKept(each, platform.clock.now()))
  const live = liveFieldsOf(row)
  if (!chosen || !live) throw notFound()
  if (toDefinition(row).hasChanges) throw conflict('Activate the changed fields first, or undo the changes.')
  if (live.length >= entityLimits.fields) throw conflict('The entity has as many fields as it may have.')
  await lockTable(tx, id).catch((error: unknown) => {
    if (databaseCodeOf(error) === lockNotAvailable) throw conflict('The table was in use for too long. Try again later.')
    throw error
  })
  const restored = {
    ...chosen.field,
    id: `f${row.next_field}`,
    name: freeName(
      chosen.field.name,
      [...fieldsOf(row), ...live].map(({ name }) => name),
    ),
    // Records made since have no value, and its index is gone.
    required: false,
    unique: false,
    indexed: false,
  }
  const { column: _column, ...field } = restored
  await store.setFields(tx, id, [...fieldsOf(row), field], row.next_field + 1)
  const saved = await store.publishFields(tx, id, {
    fields: [...live, restored],
    version: row.version + 1,
    retired: retired.filter((each) => each !== chosen),
    now: platform.clock.now(),
    byName: actor.name,
  })
  audit({ targetName: row.display_name, after: { restored: restored.name } })
  return toDefinition(saved)
}

const longestName = 40

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`
    const tried = `${name.slice(0, longestName - suffix.length)}${suffix}`
    if (!taken.includes(tried)) return tried
  }
}

/** The values of a retired column are deleted for good. @throws 404. */
export async function deleteColumn(platform: Platform, { tx, audit }: OrgContext, id: string, column: string): Promise<null> {
  refuseSystem(platform, id)
  const row = found(await store.lockDefinition(tx, id))
  refuseWhileChanging(row)
  const retired = retiredOf(row)
  const chosen = retired.find((each) => each.field.column === column && isKept(each, platform.clock.now()))
  if (!chosen) throw notFound()
  const rest = retired.filter((each) => each !== chosen)
  await store.setRetired(tx, id, [...rest, unusedColumn(chosen.field)])
  audit({ targetName: row.display_name, before: { deleted: chosen.field.name } })
  return null
}

/** A column that nothing needs: the next round of the tick drops it. */
export const unusedColumn = (field: LiveField): StoredRetired => ({
  field,
  retiredAt: new Date(0).toISOString(),
  successor: null,
  alone: 0,
})

type RetiredRow = Awaited<ReturnType<typeof store.listRetired>>[number]

/** Counts what retired columns hold alone, and drops those whose time is over and that hold nothing alone. */
export async function dropExpiredColumns(platform: Platform): Promise<void> {
  for (const row of await platform.db.withSystem(store.listRetired)) {
    try {
      await countRetired(platform, row.org_id, row.id)
      await dropExpired(platform, row)
    } catch (err) {
      // A lock was busy: the next round tries again.
      platform.log.warn({ err, orgId: row.org_id, entityId: row.id }, 'columns that are over could not be dropped')
    }
  }
}

/** Only where a column was not counted: columns retired by an earlier version have no successor, the field of now is the best known. */
export async function countRetired({ db }: Platform, orgId: string, id: string): Promise<void> {
  const row = await db.withOrg(orgId, (tx) => store.findDefinition(tx, id))
  if (!row || retiredOf(row).every(({ alone }) => alone !== undefined)) return
  const counted = new Map<string, StoredRetired>()
  for (const retired of retiredOf(row)) {
    if (retired.alone !== undefined) continue
    const successor = retired.successor ?? liveFieldsOf(row)?.find((field) => field.id === retired.field.id) ?? null
    const known = { ...retired, successor }
    counted.set(retired.field.column, { ...known, alone: await countAlone(db, orgId, row.table_name, known) })
  }
  await db.withOrg(orgId, async (tx) => {
    const now = await store.lockDefinition(tx, id)
    if (now) await store.setRetired(tx, id, mergeCounts(retiredOf(now), counted))
  })
}

const mergeCounts = (all: readonly StoredRetired[], counted: ReadonlyMap<string, StoredRetired>): StoredRetired[] =>
  all.map((each) => (each.alone === undefined ? (counted.get(each.field.column) ?? each) : each))

/** Marked as unused first, under the lock that a restore takes: no column comes back as a field between this look and its drop. */
async function dropExpired({ db, clock }: Platform, row: RetiredRow): Promise<void> {
  const columns = await db.withOrg(row.org_id, async (tx) => {
    const now = await store.lockDefinition(tx, row.id)
    // A job may be copying: its columns are looked at when it is done.
    if (!now || now.change_state === 'waiting') return []
    const taken = new Set((liveFieldsOf(now) ?? []).map(({ column }) => column))
    const isExpired = (each: StoredRetired) => !isKept(each, clock.now()) && !taken.has(each.field.column)
    const retired = retiredOf(now)
    await store.setRetired(
      tx,
      row.id,
      retired.map((each) => (isExpired(each) ? unusedColumn(each.field) : each)),
    )
    return retired.filter(isExpired).map(({ field }) => field.column)
  })
  if (columns.length === 0) return
  await db.withSystem((tx) => store.dropColumns(tx, row.org_id, row.table_name, columns))
  await db.withOrg(row.org_id, async (tx) => {
    const now = await store.lockDefinition(tx, row.id)
    if (!now) return
    const kept = retiredOf(now).filter(({ field }) => !columns.includes(field.column))
    await store.setRetired(tx, row.id, kept)
  })
}
