import { entityLimits } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityDefinition, RetiredField } from '@imperium/contract/entities/entities.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { refuseSystem, refuseWhileChanging } from './change-entities.ts'
import { fieldsOf, liveFieldsOf, retiredOf } from './definition.ts'
import type { StoredRetired } from './definition.ts'
import { databaseCodeOf, lockNotAvailable } from './patiently.ts'
import * as store from './store.ts'
import { toDefinition } from './to-definition.ts'
import { lockTable } from './values-store.ts'

const keptDays = 30
const dayMs = 86_400_000

const untilOf = ({ retiredAt }: StoredRetired): Date => new Date(Date.parse(retiredAt) + keptDays * dayMs)

/** Newest first. @throws 404. */
export async function listRetiredFields(platform: Platform, tx: OrgTx, id: string): Promise<RetiredField[]> {
  refuseSystem(platform, id)
  return retiredOf(found(await store.findDefinition(tx, id)))
    .filter((retired) => untilOf(retired) > platform.clock.now())
    .toReversed()
    .slice(0, 200)
    .map((retired) => {
      const { id: field, name, label, type, column } = retired.field
      return { id: field, name, label, type, column, retiredAt: retired.retiredAt, until: untilOf(retired).toISOString() }
    })
}

/** The column comes back as a field of its own, beside what took its place. @throws 404; 409 while fields are changed. */
export async function restoreColumn(platform: Platform, context: OrgContext, id: string, column: string): Promise<EntityDefinition> {
  const { tx, audit, actor } = context
  refuseSystem(platform, id)
  const row = found(await store.lockDefinition(tx, id))
  refuseWhileChanging(row)
  const retired = retiredOf(row)
  const chosen = retired.find((each) => each.field.column === column && untilOf(each) > platform.clock.now())
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
    // Records made since have no value.
    required: false,
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

/** Drops columns whose 30 days are over, with their values. */
export async function dropExpiredColumns({ db, clock, log }: Platform): Promise<void> {
  for (const row of await db.withSystem(store.listRetired)) {
    const expired = retiredOf(row).filter((retired) => untilOf(retired) < clock.now())
    if (expired.length === 0) continue
    const columns = expired.map(({ field }) => field.column)
    try {
      await db.withSystem((tx) => store.dropColumns(tx, row.org_id, row.table_name, columns))
      await db.withOrg(row.org_id, async (tx) => {
        const now = await store.lockDefinition(tx, row.id)
        if (now)
          await store.setRetired(
            tx,
            row.id,
            retiredOf(now).filter(({ field }) => !columns.includes(field.column)),
          )
      })
    } catch (err) {
      // A lock was busy: the next round tries again.
      log.warn({ err, orgId: row.org_id, entityId: row.id }, 'columns that are over could not be dropped')
    }
  }
}
