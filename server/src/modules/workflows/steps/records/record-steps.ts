import { z } from 'zod'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { performRecordAct } from '../../../records/index.ts'
import type { RecordActName } from '../../../records/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { requiredText, templateText, templateValue } from '../config-fields.ts'
import { failWith } from '../fail-with.ts'
import { defineStep } from '../step-type.ts'
import type { StepDefinition, StepResult } from '../step-type.ts'

const entity = requiredText('Name an entity', 40)
const pairs = z.array(z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a field'), value: templateValue })).max(100)
const entityField: z.input<typeof FormField> = {
  path: 'entity',
  label: 'Entity',
  kind: 'template',
  required: true,
  placeholder: 'viewings',
  hint: 'The name of the entity, as its definition shows it.',
}
const valuesField: z.input<typeof FormField> = {
  path: 'values',
  label: 'Values',
  kind: 'pairs',
  required: true,
  hint: 'By the names of the fields. Choices by their label, relations by id or title.',
}
const sample = {
  id: '0198c0de-0000-7000-8000-000000000001',
  label: 'Elm Street 7',
  values: { title: 'Elm Street 7', state: 'Planned', day: '2026-11-14' },
  relatedIds: { visitor: ['0198c0de-0000-7000-8000-000000000002'] },
}

/** A value that a template yielded: what is no text, number, boolean or list of texts is written as JSON. */
const plainValue = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !(Array.isArray(value) && value.every((each) => typeof each === 'string'))
    ? JSON.stringify(value)
    : value
const valuesOf = (given: z.output<typeof pairs>) => Object.fromEntries(given.map(({ name, value }) => [name, plainValue(value)]))

interface RecordStep<C extends z.ZodType> {
  about: Omit<StepDefinition['about'], 'category' | 'icon'>
  act: RecordActName
  config: C
  input: (config: z.output<C>) => object
  result?: (output: Awaited<ReturnType<typeof performRecordAct>>) => StepResult
}

/** Published by those who may write records, audited in the name of the workflow. */
const recordStep = <C extends z.ZodType>({ about, act, config, input, result }: RecordStep<C>): StepDefinition =>
  defineStep({
    kind: 'commit',
    config,
    permission: 'records:write',
    about: { ...about, category: 'data', icon: 'table' },
    run: async (platform, tx, fields, { workflowName }) => {
      const performer = { actor: { kind: 'system' as const, id: null, name: workflowName }, may: () => true }
      try {
        const output = await performRecordAct(platform, tx, performer, act, input(fields))
        return result ? result(output) : { kind: 'done', output }
      } catch (error) {
        if (result && error instanceof AppError && error.status === 404)
          return result({ found: false, count: 0, record: null, records: [] })
        return failWith(error)
      }
    },
  })

export const findRecords = recordStep({
  act: 'find',
  config: z.strictObject({
    entity,
    by: z.enum(['id', 'field', 'text']).default('field'),
    id: templateText(40).default(''),
    field: templateText(40).default(''),
    value: templateText(500).default(''),
    text: templateText(200).default(''),
  }),
  about: {
    type: 'record_find',
    label: 'Find records',
    description: 'Reads records of an entity by id, by the value of a field, or by a text. Gives up to 20, newest first.',
    ports: [
      { port: 'next', label: 'Found' },
      { port: 'none', label: 'Not found' },
    ],
    form: [
      entityField,
      {
        path: 'by',
        label: 'Find by',
        kind: 'select',
        options: [
          { value: 'field', label: 'Value of a field' },
          { value: 'id', label: 'Id' },
          { value: 'text', label: 'Text' },
        ],
      },
      { path: 'field', label: 'Field', kind: 'template', placeholder: 'state', when: { path: 'by', in: ['field'] } },
      { path: 'value', label: 'Value', kind: 'template', when: { path: 'by', in: ['field'] } },
      { path: 'id', label: 'Id', kind: 'template', placeholder: '{{ trigger.recordId }}', when: { path: 'by', in: ['id'] } },
      { path: 'text', label: 'Text', kind: 'template', when: { path: 'by', in: ['text'] } },
    ],
    sample: { found: true, count: 1, record: sample, records: [sample] },
  },
  input: ({ entity: name, by, id, field, value, text }) => ({
    entity: name,
    ...(by === 'id' ? { id } : {}),
    ...(by === 'text' ? { text } : {}),
    ...(by === 'field' ? { where: [value === '' ? { field, operator: 'isEmpty' } : { field, value }] } : {}),
  }),
  result: (output) => ({ kind: 'done', output, port: output['found'] === true ? 'next' : 'none' }),
})

export const createRecord = recordStep({
  act: 'create',
  config: z.strictObject({ entity, values: pairs.min(1, 'Add at least one field') }),
  about: {
    type: 'record_create',
    label: 'Create a record',
    description: 'Creates a record of an entity.',
    ports: [{ port: 'next', label: 'Next' }],
    form: [entityField, valuesField],
    sample,
  },
  input: ({ entity: name, values }) => ({ entity: name, values: valuesOf(values) }),
})

export const updateRecord = recordStep({
  act: 'update',
  config: z.strictObject({ entity, id: requiredText('Name a record by its id', 40), values: pairs.min(1, 'Add at least one field') }),
  about: {
    type: 'record_update',
    label: 'Change a record',
    description: 'Changes fields of a record. Fields that are not named stay as they are.',
    ports: [{ port: 'next', label: 'Next' }],
    form: [entityField, { path: 'id', label: 'Id', kind: 'template', required: true, placeholder: '{{ trigger.recordId }}' }, valuesField],
    sample,
  },
  input: ({ entity: name, id, values }) => ({ entity: name, id, values: valuesOf(values) }),
})
