import { z } from 'zod'
import { isEqual } from './compare-values.ts'
import { templateValue } from '../config-fields.ts'
import { areNamesUnique, portName } from '../port-name.ts'
import { defineStep } from '../step-type.ts'

export const switchStep = defineStep({
  kind: 'pure',
  config: z.strictObject({
    value: templateValue,
    cases: z
      .array(z.strictObject({ name: portName, equals: templateValue }))
      .min(1, 'Add at least one case')
      .max(20)
      .refine(areNamesUnique, 'Each case needs a unique name'),
  }),
  about: {
    type: 'switch',
    label: 'Switch',
    description: 'Takes one of several branches by a value. The first matching case wins.',
    category: 'logic',
    icon: 'switch',
    ports: [{ port: 'default', label: 'Otherwise' }],
    portsFrom: { path: 'cases', key: 'name', label: 'name' },
    form: [
      { path: 'value', label: 'Value', kind: 'template', required: true },
      { path: 'cases', label: 'Cases', kind: 'cases', required: true },
    ],
    sample: { case: 'default' },
  },
  run: ({ value, cases }) => {
    const found = cases.find(({ equals }) => isEqual(value, equals))?.name ?? 'default'
    return { kind: 'done', output: { case: found }, port: found }
  },
})
