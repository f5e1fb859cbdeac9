import { z } from 'zod'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { TimeZone } from '@imperium/contract/organizations.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { Duration, durationMs, templateText } from '../config-fields.ts'
import { nextWallTime, readMoment } from './delay-end.ts'
import { defineStep, type StepResult } from '../step-type.ts'

const timeZone = TimeZone.default('UTC')

const config = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('for'), for: Duration }),
  z.strictObject({ mode: z.literal('until'), until: templateText(200), timeZone }),
  z.strictObject({
    mode: z.literal('weekday'),
    days: z.array(z.coerce.number().int().min(1).max(7)).min(1, 'Choose at least one day').max(7),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time, for example 09:00'),
    timeZone,
  }),
])

function endOf(settings: z.infer<typeof config>, now: Date): Date | null {
  if (settings.mode === 'weekday') return nextWallTime(now, settings.days, settings.time, settings.timeZone)
  if (settings.mode === 'until') return readMoment(settings.until, settings.timeZone)
  const ms = durationMs(settings.for)
  return ms === null ? null : new Date(now.getTime() + ms)
}

const failed = (text: Text): StepResult => ({ kind: 'failed', code: 'INVALID_TIME', ...worded(text), retryable: false })

export const delay = defineStep({
  kind: 'pure',
  config,
  about: {
    type: 'delay',
    label: 'Delay',
    description: 'Waits for a duration, until a date and time, or until a day of the week.',
    category: 'flow',
    icon: 'clock',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      {
        path: 'mode',
        label: 'Wait',
        kind: 'select',
        options: [
          { value: 'for', label: 'For a duration' },
          { value: 'until', label: 'Until a date and time' },
          { value: 'weekday', label: 'Until a day of the week' },
        ],
      },
      { path: 'for', label: 'How long', kind: 'duration', required: true, when: { path: 'mode', in: ['for'] } },
      {
        path: 'until',
        label: 'Until',
        kind: 'datetime',
        required: true,
        hint: 'A date and time, or a template that returns one. A past time does not wait.',
        when: { path: 'mode', in: ['until'] },
      },
      { path: 'days', label: 'Days', kind: 'weekdays', required: true, when: { path: 'mode', in: ['weekday'] } },
      { path: 'time', label: 'Time', kind: 'time', required: true, when: { path: 'mode', in: ['weekday'] } },
      { path: 'timeZone', label: 'Time zone', kind: 'timezone', when: { path: 'mode', in: ['until', 'weekday'] } },
    ],
    sample: { until: '2026-11-23T09:00:00.000Z' },
  },
  run: (settings, { now }) => {
    const until = endOf(settings, now)
    if (until === null) return failed('The time of this delay is not a valid date and time')
    if (until.getTime() - now.getTime() > workflowLimits.sleepDays * 86_400_000)
      return failed(message('A delay can take at most {max} days', { max: workflowLimits.sleepDays }))
    if (until <= now) return { kind: 'done', output: { until: until.toISOString() } }
    return { kind: 'wait', wait: { kind: 'time', key: '', until } }
  },
})
