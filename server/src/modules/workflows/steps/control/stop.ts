import { z } from 'zod'
import { templateText, templateValue } from '../config-fields.ts'
import { defineStep } from '../step-type.ts'

export const stop = defineStep({
  kind: 'control',
  config: z.strictObject({
    status: z.enum(['success', 'failed']).default('success'),
    output: templateValue,
    message: templateText(1000).default(''),
  }),
  about: {
    type: 'stop',
    label: 'Stop',
    description: 'Ends the whole run here, with a result.',
    category: 'flow',
    icon: 'stop',
    ports: [],
    form: [
      {
        path: 'status',
        label: 'The run ends as',
        kind: 'select',
        options: [
          { value: 'success', label: 'Success' },
          { value: 'failed', label: 'Failed' },
        ],
      },
      { path: 'output', label: 'Result', kind: 'json', when: { path: 'status', in: ['success'] } },
      { path: 'message', label: 'Reason', kind: 'template', when: { path: 'status', in: ['failed'] } },
    ],
    sample: {},
  },
})
