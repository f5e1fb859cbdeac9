import { z } from 'zod'
import { defineStep } from '../step-type.ts'

export const join = defineStep({
  kind: 'control',
  config: z.strictObject({ mode: z.enum(['all', 'any']).default('all') }),
  about: {
    type: 'join',
    label: 'Join',
    description: 'Waits for the branches of a parallel step: all of them or the first.',
    category: 'logic',
    icon: 'join',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      {
        path: 'mode',
        label: 'Go on after',
        kind: 'select',
        options: [
          { value: 'all', label: 'All branches' },
          { value: 'any', label: 'The first branch; the others are cancelled' },
        ],
      },
    ],
    sample: { left: { ok: true }, right: { ok: true } },
  },
})
