import { z } from 'zod'
import { fieldName } from '../config-fields.ts'
import { defineStep } from '../step-type.ts'

export const triggerManual = defineStep({
  kind: 'control',
  config: z.strictObject({
    /** Fields of the form for a manual start. */
    fields: z
      .array(z.strictObject({ name: fieldName }))
      .max(20)
      .default([]),
  }),
  about: {
    type: 'trigger_manual',
    label: 'Manual',
    description: 'Starts when a person, an agent or another workflow starts it.',
    category: 'trigger',
    icon: 'hand',
    isTrigger: true,
    ports: [{ port: 'next', label: 'Next' }],
    form: [{ path: 'fields', label: 'Fields to ask for', kind: 'names' }],
    sample: { email: 'ada@example.com', name: 'Ada Lovelace' },
  },
})
