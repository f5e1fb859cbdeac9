import { z } from 'zod'
import { TimeZone } from '@imperium/contract/organizations.ts'
import { cronProblem } from '../../triggers/cron.ts'
import { defineStep } from '../step-type.ts'

export const triggerSchedule = defineStep({
  kind: 'control',
  config: z.strictObject({
    cron: z
      .string()
      .trim()
      .max(200)
      .regex(/^\S+( +\S+){4}$/, 'Must be a cron expression with five fields, for example 0 9 * * 1-5'),
    timeZone: TimeZone.default('UTC'),
    /** How times that were missed while nothing ran are handled. */
    missed: z.enum(['skip', 'run_once']).default('run_once'),
  }),
  about: {
    type: 'trigger_schedule',
    label: 'Schedule',
    description: 'Starts on a schedule, in a time zone of your choice.',
    category: 'trigger',
    icon: 'calendar',
    isTrigger: true,
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'cron', label: 'When', kind: 'cron', required: true, placeholder: '0 9 * * 1-5' },
      { path: 'timeZone', label: 'Time zone', kind: 'timezone', required: true },
      {
        path: 'missed',
        label: 'Missed starts',
        kind: 'select',
        options: [
          { value: 'run_once', label: 'Run once afterwards' },
          { value: 'skip', label: 'Skip them' },
        ],
      },
    ],
    sample: { scheduledAt: '2026-11-23T09:00:00.000Z' },
  },
  check: async (_platform, _tx, { cron }) => {
    const message = cronProblem(cron)
    return message === null ? [] : [{ path: 'cron', message }]
  },
})
