import { definitionsOfPlan, isRelation } from '@imperium/contract/entities/entity-fields.ts'
import type { CreateEntityBody, EntityDefinition, EntityStatus, UpdateEntityBody } from '@imperium/contract/entities/entities.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { planNames, planTypes } from '@imperium/contract/plans.ts'
import { conflict, invalid, planLimit } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { limitOf } from '../../platform/metering/metering.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { fieldsOf, liveFieldsOf, numberFields } from './definition.ts'
import type { DefinitionRow } from './definition.ts'
import { patiently } from './patiently.ts'
import * as store from './store.ts'
import { relationTargetsOf, systemDefinitions, takenNames } from './system-entities.ts'
import { toDefinition } from './to-definition.ts'
import { countRows, lockTable } from './values-store.ts'

/** @throws 409 for a name that is taken, and beyond what the plan allows; 422 for a relation to what does not exist. */
export async function createEntity(platform: Platform, context: OrgContext, body: CreateEntityBody): Promise<EntityDefinition> {
  const { tx, audit } = context
  const { entityName, fields: given, ...values } = body
  await lockNoun(tx, 'entities')
  await assertAllowed(context)
  if (takenNames(platform).includes(entityName) || (await store.isNameTaken(tx, entityName)))
    throw fieldConflict('entityName', 'This name is already used')
  await assertTargets(platform, tx, given, entityName)
  const { fields, nextField, unknown } = numberFields(given, [], 1)
  refuseUnknown(unknown)
  const id = newId()
  const table = `${entityName}_${id.replaceAll('-', '').slice(-12)}`
  const row = await store.insertDefinition(tx, id, { name: entityName, table }, toValues(values, fields, nextField))
  audit({ targetId: id, targetName: values.displayName, after: body })
  return toDefinition(row)
}

/** @throws 404; 409 for a stale write, for a system entity, and while a job works on the table. */
export async function updateEntity(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { updatedAt, fields: given, ...values }: UpdateEntityBody,
): Promise<EntityDefinition> {
  refuseSystem(platform, id)
  const row = found(await store.lockDefinition(tx, id))
  assertFresh(row, updatedAt)
  refuseWhileChanging(row)
  if (row.status !== 'draft' && row.status !== 'active') throw conflict('Make the entity active first.')
  await assertTargets(platform, tx, given, row.name)
  const { fields, nextField, unknown } = numberFields(given, fieldsOf(row), row.next_field)
  refuseUnknown(unknown)
  const saved = await store.writeDefinition(tx, id, toValues(values, fields, nextField), nextStamp(row, platform.clock.now()))
  audit({ targetName: values.displayName, before: { fields: fieldsOf(row) }, after: { ...values, fields } })
  return toDefinition(saved)
}

type Texts = Omit<UpdateEntityBody, 'fields' | 'updatedAt'>
const toValues = (
  { displayName, ...values }: Texts,
  fields: store.DefinitionValues['fields'],
  nextField: number,
): store.DefinitionValues => ({
  ...values,
  display_name: displayName,
  fields,
  next_field: nextField,
})

const refuseUnknown = (unknown: readonly number[]): void => {
  if (unknown.length > 0) throw invalid(unknown.map((at) => ({ path: `fields.${at}.id`, message: 'The entity has no such field' })))
}

/** The plan's number, or a larger one that the operator gave. */
export const allowedDefinitions = async ({ tx, org }: Pick<OrgContext, 'tx' | 'org'>): Promise<number> =>
  Math.max(definitionsOfPlan[org.planType], await limitOf(tx, 'entities_limit'))

async function assertAllowed(context: OrgContext): Promise<void> {
  const { tx } = context
  const allowed = await allowedDefinitions(context)
  if ((await store.countDefinitions(tx)) < allowed) return
  const larger = planTypes.find((plan) => definitionsOfPlan[plan] > allowed)
  throw planLimit(
    larger
      ? message('Your plan allows {allowed} entities. The {plan} plan allows more.', { allowed, plan: planNames[larger] })
      : message('Your plan allows {allowed} entities.', { allowed }),
  )
}

/** A relation names an entity of the organization, itself, or what other modules offer. */
async function assertTargets(platform: Platform, tx: OrgTx, fields: CreateEntityBody['fields'], own: string): Promise<void> {
  const offered = relationTargetsOf(platform).map(({ name }) => name)
  const errors = []
  for (const [at, { type, entity }] of fields.entries()) {
    if (!isRelation(type) || entity === own || offered.includes(entity)) continue
    if (!(await store.isNameTaken(tx, entity)))
      errors.push({ path: `fields.${at}.entity`, ...message('There is no entity "{entity}"', { entity }) })
  }
  if (errors.length > 0) throw invalid(errors)
}

/** @throws 409 for a system entity. */
export function refuseSystem(platform: Platform, id: string): void {
  if (systemDefinitions(platform).has(id)) throw conflict('System entities cannot be changed.')
}

/** @throws 409 while a job works on the table. */
export function refuseWhileChanging(row: DefinitionRow): void {
  if (row.change_state === 'waiting') throw conflict('The table of the entity is just being changed. Try again in a moment.')
}

const sources: Readonly<Record<'active' | 'deprecated' | 'archived', readonly EntityStatus[]>> = {
  active: ['deprecated', 'archived'],
  deprecated: ['active'],
  archived: ['deprecated'],
}

/** @throws 404; 409 from a status that does not lead there. */
export async function moveEntity(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  status: 'active' | 'deprecated' | 'archived',
): Promise<EntityDefinition> {
  refuseSystem(platform, id)
  const row = found(await store.lockDefinition(tx, id))
  refuseWhileChanging(row)
  if (!sources[status].includes(row.status as EntityStatus))
    throw conflict(message('An entity that is {from} cannot become {to}.', { from: row.status, to: status }))
  const saved = await store.setStatus(tx, id, status, nextStamp(row, platform.clock.now()))
  audit({ targetName: row.display_name, before: { status: row.status }, after: { status } })
  return toDefinition(saved)
}

/** @throws 404; 409 for a system entity and for one that is not a draft. */
export async function removeEntity(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<null> {
  refuseSystem(platform, id)
  const row = found(await store.lockDefinition(tx, id))
  refuseWhileChanging(row)
  if (row.status !== 'draft') throw conflict('Only drafts can be deleted. Deprecate and archive the entity instead.')
  await store.deleteDefinition(tx, id)
  audit({ targetName: row.display_name, before: { entityName: row.name } })
  return null
}

/**
 * For what was made only to be tried out: deletes a definition with its table, unless the table has a record or its fields were changed.
 * Definitions of members are deprecated and archived instead.
 */
export async function deleteEntityWithTable(platform: Platform, context: Omit<OrgContext, 'tx'>, id: string): Promise<void> {
  const table = await context.inOrg(async (tx) => {
    const row = await store.lockDefinition(tx, id)
    if (!row || row.version > 1 || row.change_state === 'waiting') return null
    const live = liveFieldsOf(row)
    if (live) {
      await lockTable(tx, id)
      if ((await countRows(tx, row.table_name)) > 0) return null
    }
    await store.deleteDefinition(tx, id)
    return row.table_name
  })
  if (table !== null) await patiently(() => platform.db.withSystem((tx) => store.dropTable(tx, context.org.id, table)))
}
