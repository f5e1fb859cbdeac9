import { expect, test } from 'vitest'
import { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { startConfig } from './start-config.ts'

const field = (path: string, kind: string, more: object = {}) => FormField.parse({ path, label: path, kind, ...more })
const mode = field('mode', 'select', {
  options: [
    { value: 'for', label: 'For a duration' },
    { value: 'until', label: 'Until' },
  ],
})

test('gives a new step readable initial values', () => {
  const form = [
    mode,
    field('for', 'duration', { required: true, when: { path: 'mode', in: ['for'] } }),
    field('until', 'datetime', { required: true, when: { path: 'mode', in: ['until'] } }),
    field('zone', 'timezone'),
    field('limit', 'duration'),
  ]
  expect(startConfig({ form, defaults: {} }, 'Europe/Berlin')).toEqual({
    mode: 'for',
    for: { amount: 1, unit: 'days' },
    zone: 'Europe/Berlin',
  })
})

test("prefers the type's defaults, except for the time zone", () => {
  const form = [mode, field('zone', 'timezone')]
  expect(startConfig({ form, defaults: { mode: 'until', zone: 'UTC' } }, 'Asia/Tokyo')).toEqual({ mode: 'until', zone: 'Asia/Tokyo' })
  expect(startConfig({ form, defaults: { mode: 'until', zone: 'Europe/Rome' } }, 'Asia/Tokyo')['zone']).toBe('Europe/Rome')
})
