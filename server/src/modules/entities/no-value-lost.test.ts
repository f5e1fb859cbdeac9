import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDefinition, EntityDifference, RetiredField } from '@imperium/contract/entities/entities.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import type { FieldValue } from '@imperium/contract/kit/field-types/field-type.ts'
import type { FieldTypeName } from '@imperium/contract/kit/field-types/field-types.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { buildTable } from '../../testing/activate-entity.ts'
import { convertValue } from './convert-value.ts'
import { dropExpiredColumns } from './retired-columns.ts'

// Guarantee: whatever a manager does to an entity, and however long it is left alone afterwards, each value that a record ever had is still
// there, in a field or in a kept column, unless it was replaced by a member or counted in the difference as the value of a removed field.

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  await t.owner.query('update auth.organizations set entities_limit = 100 where id = $1', [owner.orgId])
})
afterAll(() => t.close())

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await t.call<T>(method, path, { token: owner.token, ...(body === undefined ? {} : { body }) })
  expect([method, path, response.status < 300, response.body]).toEqual([method, path, true, response.body])
  return response.body.data
}

type Change =
  | { act: 'type'; type: FieldTypeName }
  | { act: 'rename' | 'required' | 'unique' | 'choice' | 'decimals' | 'remove' | 'archive' | 'restore' | 'edit' }

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<FieldTypeName>('text', 'number', 'boolean', 'choice', 'choices', 'date', 'long-text', 'email')
      .map((type): Change => ({ act: 'type', type })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('rename', 'required', 'unique', 'choice', 'decimals', 'remove', 'archive', 'restore', 'edit')
      .map((act): Change => ({ act })),
  },
)

const options = ['7', 'Ja', 'open'].map((value) => ({ value, label: value }))
const written = ['7', '7.125', 'Ja', 'no', 'open', 'about 30', '2026-11-14', 'A@Example.org']

/** What a record said at some moment, in the field of then. */
interface Said {
  record: string
  field: EntityField
  value: FieldValue
}

class Story {
  step = 0
  said: Said[] = []
  /** Ids of fields that a member removed after the difference had counted their values. */
  readonly removed = new Set<string>()
  private entity: EntityDefinition

  constructor(entity: EntityDefinition) {
    this.entity = entity
  }

  async reload(): Promise<void> {
    this.entity = await call('GET', `/api/entities/${this.entity.id}`)
  }

  async apply(one: Change): Promise<void> {
    this.step += 1
    if (one.act === 'archive') await this.archive()
    else if (one.act === 'restore') await this.restoreColumn()
    else if (one.act === 'edit') await this.edit()
    else await this.publish(one)
    await this.age()
    await this.check()
  }

  private async publish(one: Change): Promise<void> {
    const fields = editFields(this.entity.fields, one, this.step)
    if (fields.length === 0 || JSON.stringify(fields) === JSON.stringify(this.entity.fields)) return
    const { displayName, description, category, vertical, module, tags } = this.entity
    await call('PUT', `/api/entities/${this.entity.id}`, { displayName, description, category, vertical, module, tags, fields })
    const difference = await call<EntityDifference>('GET', `/api/entities/${this.entity.id}/difference`)
    for (const { id } of difference.removed) this.removed.add(id)
    await call('POST', `/api/entities/${this.entity.id}/activate?updatedAt=${difference.updatedAt}`)
    await buildTable(t, owner.orgId, this.entity.id)
    await this.reload()
    if (this.entity.change?.state === 'failed') await this.undo()
    await this.remember()
  }

  /** Values that repeat refuse a unique field: the change is taken back. */
  private async undo(): Promise<void> {
    const { displayName, description, category, vertical, module, tags, fields } = this.entity
    const before = fields.map((field) => ({ ...field, unique: false }))
    await call('PUT', `/api/entities/${this.entity.id}`, { displayName, description, category, vertical, module, tags, fields: before })
    await this.reload()
  }

  private async archive(): Promise<void> {
    if (this.entity.hasChanges) return
    for (const verb of ['deprecate', 'archive', 'restore']) await call('POST', `/api/entities/${this.entity.id}/${verb}`)
    await this.reload()
  }

  private async restoreColumn(): Promise<void> {
    const [kept] = await call<RetiredField[]>('GET', `/api/entities/${this.entity.id}/retired`)
    if (!kept || this.entity.hasChanges) return
    await call('POST', `/api/entities/${this.entity.id}/retired/${kept.column}/restore`)
    await this.reload()
  }

  /** A form sends back all that it read, and one value more. */
  private async edit(): Promise<void> {
    const [record] = await this.records()
    const note = this.entity.fields.find(({ name }) => name === 'note')
    if (!record || !note) return
    const values = { ...record.values, note: `edit ${this.step}` }
    this.said = this.said.filter((each) => each.record !== record.id || each.field.id !== note.id)
    await call('PUT', `/api/records/${this.entity.entityName}/${record.id}`, { values })
    await this.remember()
  }

  records(): Promise<EntityRecord[]> {
    return call('GET', `/api/records/${this.entity.entityName}?limit=100`)
  }

  async remember(): Promise<void> {
    for (const { id, values } of await this.records())
      for (const field of this.entity.fields) {
        const value = values[field.name] as FieldValue
        if (value !== null && value !== undefined) this.said.push({ record: id, field, value })
      }
  }

  /** Years go by. */
  private async age(): Promise<void> {
    await t.owner.query(
      `update app.entity_definitions set retired = coalesce((select jsonb_agg(jsonb_set(r, '{retiredAt}', '"2020-01-01T00:00:00.000Z"')) from jsonb_array_elements(retired) r), '[]')
       where id = $1`,
      [this.entity.id],
    )
    await dropExpiredColumns(t.platform)
  }

  private async check(): Promise<void> {
    const { rows: definitions } = await t.owner.query<{ fields: (EntityField & { column: string })[]; table_name: string }>(
      `select table_name, live_fields || coalesce((select jsonb_agg(r -> 'field') from jsonb_array_elements(retired) r), '[]') as fields
       from app.entity_definitions where id = $1`,
      [this.entity.id],
    )
    const { fields = [], table_name: table } = definitions[0] ?? {}
    const { rows } = await t.owner.query<Record<string, FieldValue>>(`select * from records.${table}`)
    const kept = (said: Said): boolean => {
      const row = rows.find(({ id }) => id === said.record)
      return fields.some(({ column, ...field }) => {
        const value = row?.[column] ?? null
        if (value === null) return false
        const shown = field.type === 'date' ? said.value : value
        const back = convertValue(field, said.field, shown)
        return (
          JSON.stringify(value) === JSON.stringify(said.value) ||
          ('value' in back && JSON.stringify(back.value) === JSON.stringify(said.value))
        )
      })
    }
    const lost = this.said.filter((said) => !this.removed.has(said.field.id) && !kept(said))
    if (lost.length > 0) throw new Error(`lost: ${JSON.stringify(lost.map(({ field, value }) => [field.name, field.type, value]))}`)
  }
}

function editFields(fields: readonly EntityField[], one: Change, step: number): object[] {
  const target = fields.find(({ name }) => name.startsWith('size'))
  if (!target) return []
  const edited = (more: object) => fields.map((field) => (field === target ? { ...field, ...more } : field))
  const isChoice = target.type === 'choice' || target.type === 'choices'
  switch (one.act) {
    case 'type':
      return edited({
        type: one.type,
        unique: false,
        options: one.type.startsWith('choice') ? (isChoice ? target.options : options) : [],
      })
    case 'rename':
      return edited({ name: `size_${step}` })
    case 'required':
      return edited({ required: !target.required })
    case 'unique':
      return ['text', 'number', 'date', 'email'].includes(target.type) ? edited({ unique: !target.unique }) : []
    case 'choice':
      return isChoice && target.options.length > 1 ? edited({ options: target.options.slice(1) }) : []
    case 'decimals':
      return edited({ decimals: target.decimals === 0 ? 4 : 0 })
    case 'remove':
      return fields.length > 2 ? fields.filter((field) => field !== target) : []
    case 'archive':
    case 'edit':
    case 'restore':
      return []
  }
}

let number = 0
test('no sequence of changes loses a value that was not listed beforehand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 6 }), async (changes) => {
      const name = `story_${(number += 1)}`
      const fields = ['size', 'note'].map((each) => ({ name: each, label: each, type: 'text' }))
      const { id } = await call<EntityDefinition>('POST', '/api/entities', { entityName: name, displayName: name, fields })
      await call('POST', `/api/entities/${id}/activate`)
      await buildTable(t, owner.orgId, id)
      for (const size of written) await call('POST', `/api/records/${name}`, { values: { size, note: 'kept' } })
      const story = new Story(await call('GET', `/api/entities/${id}`))
      await story.remember()
      for (const one of changes) await expect(story.apply(one)).resolves.toBeUndefined()
    }),
    {
      numRuns: 6,
      examples: [
        // There and back: the text that is no number, and the number that is written otherwise.
        [[{ act: 'type', type: 'number' }, { act: 'type', type: 'text' }, { act: 'edit' }]],
        [[{ act: 'type', type: 'boolean' }, { act: 'unique' }, { act: 'type', type: 'text' }, { act: 'archive' }]],
        [[{ act: 'type', type: 'choice' }, { act: 'choice' }, { act: 'type', type: 'text' }, { act: 'restore' }]],
        [[{ act: 'type', type: 'number' }, { act: 'decimals' }, { act: 'edit' }, { act: 'type', type: 'text' }]],
      ],
    },
  )
}, 60_000)
