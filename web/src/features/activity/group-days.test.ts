import { expect, test } from 'vitest'
import type { ActivityEntry } from '@imperium/contract/activity.ts'
import { groupDays } from './group-days.ts'
import { parseActivitySearch, parseAuditSearch } from './search.ts'

const entry = (id: string, timestamp: string) => ({ id, timestamp }) as ActivityEntry
const utcDay = (iso: string) => iso.slice(0, 10)

test('a heading before each day, and the last entry of each is known', () => {
  const lines = groupDays(
    [entry('3', '2026-11-20T08:00:00Z'), entry('2', '2026-11-20T01:00:00Z'), entry('1', '2026-11-18T23:00:00Z')],
    utcDay,
  )
  expect(lines.map((line) => (line.kind === 'day' ? utcDay(line.at) : `${line.id}${line.last ? ' last' : ''}`))).toEqual([
    '2026-11-20',
    '3',
    '2 last',
    '2026-11-18',
    '1 last',
  ])
  expect(groupDays([], utcDay)).toEqual([])
})

test('uses the defaults for an invalid URL', () => {
  expect(parseActivitySearch({ q: 42, type: 'nothing', days: 30 })).toEqual({ q: '42', days: '30' })
  expect(parseActivitySearch({ q: '', days: '31' })).toEqual({})
  expect(parseAuditSearch({ status: 'warning', days: 365, entry: 12, tab: 'audit' })).toEqual({
    status: 'warning',
    days: '365',
    entry: '12',
  })
})
