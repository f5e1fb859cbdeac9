import { z } from 'zod'
import { compareValues, operators } from './compare-values.ts'
import { templateValue } from '../config-fields.ts'
import { defineStep } from '../step-type.ts'

export const condition = defineStep({
  kind: 'pure',
  config: z.strictObject({
    match: z.enum(['all', 'any']).default('all'),
    rules: z
      .array(z.strictObject({ left: templateValue, operator: z.enum(operators), right: templateValue }))
      .min(1, 'Add at least one rule')
      .max(50),
  }),
  about: {
    type: 'condition',
    label: 'Condition',
    description: 'Takes one of two branches, depending on rules about the data.',
    category: 'logic',
    icon: 'branch',
    ports: [
      { port: 'yes', label: 'Yes' },
      { port: 'no', label: 'No' },
    ],
    form: [
      {
        path: 'match',
        label: 'Match',
        kind: 'select',
        options: [
          { value: 'all', label: 'All of them' },
          { value: 'any', label: 'Any of them' },
        ],
      },
      { path: 'rules', label: 'Rules', kind: 'conditions', required: true, hint: 'Letter case does not matter for "contains".' },
    ],
    sample: { result: true },
  },
  run: ({ match, rules }) => {
    const holds = ({ left, operator, right }: (typeof rules)[number]) => compareValues(operator, left, right)
    const result = match === 'all' ? rules.every(holds) : rules.some(holds)
    return { kind: 'done', output: { result }, port: result ? 'yes' : 'no' }
  },
})
