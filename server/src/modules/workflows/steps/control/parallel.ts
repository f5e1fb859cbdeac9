import { z } from 'zod'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { areNamesUnique, portName } from '../port-name.ts'
import { defineStep } from '../step-type.ts'

export const parallel = defineStep({
  kind: 'control',
  config: z.strictObject({
    branches: z
      .array(z.strictObject({ name: portName }))
      .min(2, 'Name at least two branches')
      .max(workflowLimits.branches)
      .refine(areNamesUnique, 'Each branch needs a name of its own'),
  }),
  about: {
    type: 'parallel',
    label: 'Parallel branches',
    description: 'Goes several ways at once; a Join step brings them together again.',
    category: 'logic',
    icon: 'parallel',
    ports: [],
    portsFrom: { path: 'branches', key: 'name', label: 'name' },
    form: [{ path: 'branches', label: 'Branches', kind: 'names', required: true }],
    sample: {},
  },
})
