import { z } from 'zod'
import { RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { minorDigits } from '@imperium/contract/kit/field-types/number-types.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/llm/types.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { LiveEntity, LiveField } from '../../entities/index.ts'
import { createRecord, readableEntity, updateRecord } from '../change-records.ts'
import { relationReader } from '../read-relations.ts'
import type { Relate } from '../read-relations.ts'
import { readFilter } from '../read-filter.ts'
import type { RecordCondition } from '../read-filter.ts'
import { findRecord, recordPage } from '../record-store.ts'
import { toRecords } from '../to-record.ts'

export interface ActContext {
  platform: Platform
  writer: Pick<OrgContext, 'tx' | 'may' | 'actor'>
  /** With an audit row of its own. */
  audited: <T>(
    action: string,
    targetId: string | null,
    work: (context: Pick<OrgContext, 'tx' | 'may' | 'actor' | 'audit'>) => Promise<T>,
  ) => Promise<T>
}

interface RecordAct<I = unknown> {
  name: string
  description: string
  input: z.ZodType<I>
  permission: Extract<Permission, 'records:read' | 'records:write'>
  /** Whether a run that strangers can cause may do it: it may add, and reads and changes nothing. */
  automations?: true
  run: (context: ActContext, input: I) => Promise<JsonObject>
}

/** Keeps the type of an act's input while the list holds acts of all inputs. */
const defineAct = <I>(act: RecordAct<I>): RecordAct => act as unknown as RecordAct

const mostFound = 20
const Entity = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Name an entity')
  .describe('Name of the entity, such as viewings')
const Values = z
  .record(z.string().max(40), RecordValue)
  .describe(
    'By the name of the field. Amounts in units: 12.5. Dates as 2026-11-14. Choices by their label. Relations by id or title; null takes a value away',
  )

const find = defineAct({
  name: 'records_find',
  description: 'Finds records of an entity by text, by conditions or by id, newest first.',
  input: z.strictObject({
    entity: Entity,
    id: z.uuid('Name a record by its id').optional(),
    text: z.string().max(200).default('').describe('A part of a text of the record'),
    where: z
      .array(z.strictObject({ field: z.string().max(40), operator: z.string().max(20).default('is'), value: RecordValue.default(null) }))
      .max(10)
      .default([])
      .describe('All must hold. Operators: is, isNot, contains, startsWith, atLeast, atMost, anyOf, isEmpty, isNotEmpty'),
    limit: z.int().min(1).max(mostFound).default(mostFound),
  }),
  permission: 'records:read',
  run: async ({ platform, writer }, { entity: name, id, text, where, limit }) => {
    const { tx, may } = writer
    const entity = await readableEntity(tx, name)
    const conditions = await readWhere(entity, where, relationReader(platform, tx, may))
    const filter = { q: text || undefined, conditions, trash: false }
    const one = id === undefined ? undefined : await findRecord(tx, entity, id)
    const rows =
      id === undefined
        ? ((await recordPage(tx, entity, { filter, sort: { column: null, direction: 'desc' }, after: null, limit })) ?? [])
        : one && !one.deleted_at
          ? [one]
          : []
    const records = (await toRecords({ platform, tx, may }, entity, rows)).map((record) => outputOf(entity, record))
    return { found: records.length > 0, count: records.length, record: records[0] ?? null, records }
  },
})

const create = defineAct({
  name: 'records_create',
  description: 'Creates a record of an entity.',
  input: z.strictObject({ entity: Entity, values: Values }),
  permission: 'records:write',
  automations: true,
  run: async ({ platform, writer, audited }, { entity: name, values }) => {
    const entity = await readableEntity(writer.tx, name)
    const read = await readWritten(entity, values, relationReader(platform, writer.tx, writer.may))
    const made = await audited('records.create', null, (context) => createRecord(platform, context, name, read))
    return outputOf(entity, made)
  },
})

const update = defineAct({
  name: 'records_update',
  description: 'Changes fields of a record of an entity.',
  input: z.strictObject({ entity: Entity, id: z.uuid('Name a record by its id'), values: Values }),
  permission: 'records:write',
  run: async ({ platform, writer, audited }, { entity: name, id, values }) => {
    const entity = await readableEntity(writer.tx, name)
    const read = await readWritten(entity, values, relationReader(platform, writer.tx, writer.may))
    const changed = await audited('records.update', id, (context) =>
      updateRecord(platform, context, { entity: name, id }, { values: read }),
    )
    return outputOf(entity, changed)
  },
})

type Where = { field: string; operator: string; value: RecordValue }[]

/** Conditions whose values are written as people write them. What cannot be read is left to the filter, which says why. */
async function readWhere(entity: LiveEntity, where: Where, relate: Relate): Promise<RecordCondition[]> {
  const read = []
  for (const condition of where) {
    const field = entity.fields.find(({ name }) => name === condition.field)
    const isPart = ['contains', 'startsWith', 'anyOf'].includes(condition.operator)
    const parsed = field && !isPart && condition.value !== null ? await readOne(field, condition.value, relate) : null
    read.push(parsed && 'value' in parsed ? { ...condition, value: parsed.value } : condition)
  }
  return readFilter(entity, JSON.stringify(read))
}

/** Values as people and models write them. @throws 422 by field. */
async function readWritten(
  { fields }: LiveEntity,
  given: Record<string, RecordValue>,
  relate: Relate,
): Promise<Record<string, RecordValue>> {
  const errors: FieldError[] = []
  const values: Record<string, RecordValue> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find((each) => each.name === name)
    if (!field) {
      errors.push({ path: `values.${name}`, ...message('There is no field "{field}"', { field: name }) })
      continue
    }
    const parsed = await readOne(field, value, relate)
    if ('refused' in parsed) errors.push({ path: `values.${name}`, ...worded(parsed.refused) })
    else values[name] = parsed.value as RecordValue
  }
  if (errors.length > 0) throw invalid(errors)
  return values
}

function readOne(field: LiveField, value: RecordValue, relate: Relate) {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '')
  if (isRelation(field.type)) return relate(field, text)
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && field.type !== 'money')
  return isPlain ? fieldTypes[field.type].parse(value, field) : fieldTypes[field.type].read(text, field)
}

/** As templates and models read it: amounts in units, choices by their labels, relations by titles. */
function outputOf({ fields }: LiveEntity, { id, label, values, related }: EntityRecord): JsonObject {
  const shown = fields.map((field) => [field.name, shownValue(field, values[field.name] ?? null, related)] as const)
  const ids = fields.filter(({ type }) => isRelation(type)).map(({ name }) => [name, (related[name] ?? []).map((each) => each.id)] as const)
  return { id, label, values: Object.fromEntries(shown), relatedIds: Object.fromEntries(ids) }
}

function shownValue(field: LiveField, value: RecordValue, related: EntityRecord['related']): JsonObject[string] {
  if (value === null) return null
  if (isRelation(field.type)) return (related[field.name] ?? []).map(({ label }) => label ?? '').join('; ')
  if (field.type === 'money') return Number(value) / 10 ** minorDigits(field.currency)
  if (typeof value === 'number' && field.type === 'number') return value
  return typeof value === 'boolean' ? value : fieldTypes[field.type].write(value, field)
}

/** What agents and workflows can do with records, each once for both. */
export const recordActsByName = { find, create, update } as const
export type RecordActName = keyof typeof recordActsByName
