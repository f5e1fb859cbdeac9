import { z } from 'zod'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { areNamesUnique, portName } from '../port-name.ts'
import { defineStep } from '../step-type.ts'

export const parallel = defineStep({
  kind: 'control',
  config: z.strictObject({
    branches: z
      .array(z.strictObject({ name: portName }))
      .min(2, 'Add at least two branches')
      .max(workflowLimits.branches)
      .refine(areNamesUnique, 'Each branch needs a unique name'),
  }),
  about: {
    type: 'parallel',
    label: 'Parallel branches',
    description: 'Runs several branches in parallel. A Join step brings them together.',
    category: 'logic',
    icon: 'parallel',
    ports: [],
    portsFrom: { path: 'branches', key: 'name', label: 'name' },
    form: [{ path: 'branches', label: 'Branches', kind: 'names', required: true }],
    sample: {},
  },
})
