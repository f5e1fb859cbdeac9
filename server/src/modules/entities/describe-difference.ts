import type { EntityDifference } from '@imperium/contract/entities/entities.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { conflict } from '../../platform/errors.ts'
import { found } from '../../platform/resources/checks.ts'
import { convertValue, isFaithful } from './convert-value.ts'
import { fieldsOf, liveFieldsOf } from './definition.ts'
import type { LiveField } from './definition.ts'
import { refuseSystem } from './change-entities.ts'
import { findDefinition } from './store.ts'
import * as values from './values-store.ts'
import type { ValueRow } from './values-store.ts'

const batch = 2_000
const mostSamples = 5
const longestSample = 80

const named = ({ id, name, label }: EntityField) => ({ id, name, label })

interface Pair {
  before: LiveField
  after: EntityField
}

type InOrg = OrgContext['inOrg']

/** What activating the changed fields would do. @throws 404; 409 for an entity without a table. */
export async function describeDifference(platform: Platform, inOrg: InOrg, id: string): Promise<EntityDifference> {
  refuseSystem(platform, id)
  const row = found(await inOrg((tx) => findDefinition(tx, id)))
  const live = liveFieldsOf(row)
  if (!live) throw conflict('The entity has no table yet. Activate it first.')
  const fields = fieldsOf(row)
  const table = row.table_name
  const pairs = fields.flatMap((after): Pair[] => {
    const before = live.find((field) => field.id === after.id)
    return before ? [{ before, after }] : []
  })
  const removed = live.filter((field) => !fields.some((after) => after.id === field.id))
  return {
    version: row.version + 1,
    updatedAt: row.updated_at.toISOString(),
    added: fields
      .filter(({ id: field }) => !live.some((before) => before.id === field))
      .map((field) => ({ ...named(field), type: field.type })),
    removed: await inOrg(async (tx) => {
      const counted = []
      for (const field of removed) counted.push({ ...named(field), values: await values.countFilled(tx, table, field) })
      return counted
    }),
    renamed: pairs
      .filter(({ before, after }) => before.name !== after.name)
      .map(({ before, after }) => ({ ...named(after), before: before.name })),
    converted: await countConversions(inOrg, table, pairs),
    ...(await countBreaches(inOrg, table, pairs)),
  }
}

async function countBreaches(
  inOrg: InOrg,
  table: string,
  pairs: readonly Pair[],
): Promise<Pick<EntityDifference, 'required' | 'unique' | 'choices'>> {
  return inOrg(async (tx) => {
    const [required, unique, choices]: [EntityDifference['required'], EntityDifference['unique'], EntityDifference['choices']] = [
      [],
      [],
      [],
    ]
    for (const { before, after } of pairs) {
      if (after.required && !before.required) required.push({ ...named(after), missing: await values.countEmpty(tx, table, before) })
      if (after.unique && !before.unique) unique.push({ ...named(after), repeated: await values.countRepeated(tx, table, before) })
      for (const { value, label } of before.options) {
        if (after.type !== before.type || after.options.some((option) => option.value === value)) continue
        const used = await values.countChosen(tx, table, before, value)
        if (used > 0) choices.push({ ...named(after), choice: label, values: used })
      }
    }
    return { required, unique, choices }
  })
}

/** Tries every value: what is shown is what will happen. */
async function countConversions(inOrg: InOrg, table: string, pairs: readonly Pair[]): Promise<EntityDifference['converted']> {
  const changed = pairs.filter(
    ({ before, after }) => before.type !== after.type || before.entity !== after.entity || before.currency !== after.currency,
  )
  const counts = changed.map(({ before, after }) => ({
    ...named(after),
    from: before.type,
    to: after.type,
    converts: 0,
    fails: 0,
    changes: 0,
    changedSamples: [] as { from: string; to: string }[],
    samples: [] as string[],
  }))
  const fields = changed.map(({ before }) => before)
  let after: string | null = null
  while (changed.length > 0) {
    const place: string | null = after
    const rows: ValueRow[] = await inOrg((tx) => values.readValues(tx, table, fields, { after: place, limit: batch, since: null }))
    for (const row of rows)
      for (const [at, pair] of changed.entries()) {
        const count = counts[at]
        const value = values.fromColumn(row[pair.before.column])
        if (!count || value === null) continue
        countValue(count, pair, value)
      }
    after = rows.at(-1)?.id ?? null
    if (rows.length < batch) break
  }
  return counts
}

type Count = EntityDifference['converted'][number]

function countValue(count: Count, { before, after }: Pair, value: FieldValue): void {
  const sampleOf = (field: EntityField, shown: FieldValue) =>
    fieldTypes[field.type].write(shown, field).slice(0, longestSample).toWellFormed()
  const from = sampleOf(before, value)
  const parsed = convertValue(before, after, value)
  if ('refused' in parsed) {
    count.fails += 1
    if (count.samples.length < mostSamples && !count.samples.includes(from)) count.samples.push(from)
    return
  }
  count.converts += 1
  if (isFaithful(before, after, value)) return
  count.changes += 1
  const isShown = count.changedSamples.some((sample) => sample.from === from)
  if (count.changedSamples.length < mostSamples && !isShown) count.changedSamples.push({ from, to: sampleOf(after, parsed.value) })
}
