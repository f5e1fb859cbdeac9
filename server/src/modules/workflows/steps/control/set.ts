import { z } from 'zod'
import { fieldName, templateValue } from '../config-fields.ts'
import { defineStep } from '../step-type.ts'

export const set = defineStep({
  kind: 'pure',
  config: z.strictObject({
    values: z
      .array(z.strictObject({ name: fieldName, value: templateValue }))
      .min(1, 'Add at least one field')
      .max(100),
  }),
  about: {
    type: 'set',
    label: 'Set fields',
    description: 'Stores values under names. Later steps read them as vars.',
    category: 'data',
    icon: 'edit',
    ports: [{ port: 'next', label: 'Next' }],
    form: [{ path: 'values', label: 'Fields', kind: 'pairs', required: true, hint: 'Read them with {{ vars.name }}.' }],
    sample: { greeting: 'Hello Ada' },
  },
  run: ({ values }) => ({ kind: 'done', output: Object.fromEntries(values.map(({ name, value }) => [name, value])) }),
})
