import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldTypeName } from '@imperium/contract/kit/field-types/field-types.ts'
import { columnOf, liveFieldsOf, planColumns, retiredOf } from './definition.ts'
import type { DefinitionRow } from './definition.ts'
import { toDefinition } from './to-definition.ts'

// Guarantee: a definition that a customer stored under any earlier version is read, shown and changed by this one. What stands below was true
// when the tables were first made (migration 0460) and is never edited; a type that is gone, or kept otherwise, would break their tables.

const columnsThen: Readonly<Record<string, string>> = {
  text: 'text',
  'long-text': 'text',
  number: 'float8',
  money: 'bigint',
  date: 'date',
  'date-time': 'timestamptz',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text[]',
  email: 'text',
  phone: 'text',
  url: 'text',
  relation: 'uuid',
  relations: 'uuid[]',
  autonumber: 'bigint',
}

/** A field as it was stored then; the first versions may have lacked any of the optional parts. */
const field = fc.record(
  {
    id: fc.integer({ min: 1, max: 99 }).map((number) => `f${number}`),
    name: fc.constantFrom('title', 'size', 'state', 'visitor'),
    label: fc.constantFrom('Title', 'Size', 'State', 'Visitor'),
    type: fc.constantFrom(...Object.keys(columnsThen)),
    required: fc.boolean(),
    unique: fc.boolean(),
    indexed: fc.boolean(),
    personal: fc.boolean(),
    help: fc.constantFrom('', 'Help'),
    defaultValue: fc.constantFrom(null, 'x', 2, true),
    pattern: fc.constant(''),
    options: fc.constantFrom([], [{ value: 'open', label: 'Open' }]),
    currency: fc.constantFrom('EUR', 'JPY'),
    decimals: fc.integer({ min: 0, max: 6 }),
    entity: fc.constantFrom('', 'contacts'),
    prefix: fc.constant(''),
    column: fc.integer({ min: 1, max: 99 }).map((number) => `f${number}`),
  },
  { requiredKeys: ['id', 'name', 'label', 'type', 'column'] },
)

const rowOf = (fields: object[]): DefinitionRow => ({
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'thing',
  display_name: 'Thing',
  description: '',
  table_name: 'thing_1',
  status: 'active',
  category: 'master',
  vertical: '',
  module: '',
  tags: [],
  version: 3,
  fields,
  live_fields: fields,
  planned_fields: null,
  retired: fields.map((each) => ({
    field: each,
    retiredAt: '2026-01-01T00:00:00.000Z',
  })),
  next_field: 100,
  next_column: 100,
  change_state: null,
  change_message: '',
  change_key: null,
  created_at: new Date(0),
  updated_at: new Date(0),
})

test('200 definitions of earlier versions are read, shown and changed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(field, { minLength: 1, maxLength: 6, selector: ({ id }) => id }), (fields) => {
      const row = rowOf(fields)
      const shown = toDefinition(row)
      expect(EntityDefinition.safeParse(JSON.parse(JSON.stringify(shown))).error).toBeUndefined()
      expect(shown.hasChanges).toBe(false)
      const live = liveFieldsOf(row) ?? []
      for (const [at, each] of live.entries()) expect(columnOf(each).type).toBe(columnsThen[fields[at]?.type ?? ''])
      // Activated again without a change, every value stays in its column.
      expect(planColumns(live, live, row.next_column).planned.map(({ column }) => column)).toEqual(fields.map(({ column }) => column))
      expect(retiredOf(row).map(({ field: retired }) => retired.options)).toEqual(fields.map(({ options = [] }) => options))
    }),
    { numRuns: 200 },
  )
})

test('every type of then is still there, and kept in the same kind of column', () => {
  for (const [type, column] of Object.entries(columnsThen)) expect([type, fieldTypes[type as FieldTypeName].sql]).toEqual([type, column])
})
