import { z } from 'zod'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { templateList } from '../config-fields.ts'
import { defineStep } from '../step-type.ts'

export const loop = defineStep({
  kind: 'control',
  config: z.strictObject({
    items: templateList(workflowLimits.loopItems),
    mode: z.enum(['serial', 'parallel']).default('serial'),
    /** Turns in flight when they run in parallel. */
    limit: z.coerce.number().int().min(1).max(workflowLimits.loopParallel).default(5),
    /** A longer list fails the step. */
    maxItems: z.coerce.number().int().min(1).max(workflowLimits.loopItems).default(workflowLimits.loopItems),
    onItemError: z.enum(['stop', 'continue']).default('stop'),
  }),
  about: {
    type: 'loop',
    label: 'Loop',
    description: 'Repeats steps for every item of a list, in sequence or in parallel.',
    category: 'logic',
    icon: 'repeat',
    ports: [
      { port: 'each', label: 'Each item' },
      { port: 'done', label: 'Done' },
    ],
    form: [
      {
        ...({ path: 'items', label: 'List', kind: 'template', required: true, placeholder: '{{ trigger.body.leads }}' } as const),
        hint: 'Steps of the loop read {{ loop.item }} and {{ loop.index }}.',
      },
      {
        path: 'mode',
        label: 'Items are taken',
        kind: 'select',
        options: [
          { value: 'serial', label: 'One after another' },
          { value: 'parallel', label: 'In parallel' },
        ],
      },
      { path: 'limit', label: 'At a time', kind: 'number', min: 1, max: 20, when: { path: 'mode', in: ['parallel'] } },
      { path: 'maxItems', label: 'Maximum items', kind: 'number', min: 1, max: 1000 },
      {
        path: 'onItemError',
        label: 'When an item fails',
        kind: 'select',
        options: [
          { value: 'stop', label: 'Stop' },
          { value: 'continue', label: 'Continue with the others' },
        ],
      },
    ],
    sample: { items: [{ ok: true }], count: 1 },
  },
})
