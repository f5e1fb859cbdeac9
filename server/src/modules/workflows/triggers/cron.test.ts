import { expect, test } from 'vitest'
import { cronProblem, nextDue } from './cron.ts'

const dues = (line: string, zone: string, from: string, count = 3): string[] => {
  const found: string[] = []
  let at: Date | null = new Date(from)
  while (found.length < count && (at = nextDue(line, zone, at))) found.push(at.toISOString())
  return found
}

test('a line is due at the time of its zone, in winter and in summer', () => {
  expect(dues('0 9 * * 1-5', 'Europe/Berlin', '2027-03-25T20:00:00Z')).toEqual([
    '2027-03-26T08:00:00.000Z',
    '2027-03-29T07:00:00.000Z',
    '2027-03-30T07:00:00.000Z',
  ])
  expect(dues('30 9 1 * *', 'Asia/Kolkata', '2027-01-01T04:00:00Z', 1)).toEqual(['2027-02-01T04:00:00.000Z'])
})

test('a time that the clocks skip is due at the first minute that exists, once', () => {
  expect(dues('30 2 * * *', 'Europe/Berlin', '2027-03-26T12:00:00Z')).toEqual([
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T00:30:00.000Z',
  ])
  expect(dues('0,30 2 * * *', 'Europe/Berlin', '2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00:00.000Z', '2027-03-29T00:00:00.000Z'])
  expect(dues('15 2 14 3 *', 'America/New_York', '2027-03-01T12:00:00Z', 2)).toEqual([
    '2027-03-14T07:00:00.000Z',
    '2028-03-14T06:15:00.000Z',
  ])
  expect(dues('10 2 * * *', 'Australia/Lord_Howe', '2027-10-01T20:00:00Z', 2)).toEqual([
    '2027-10-02T15:30:00.000Z',
    '2027-10-03T15:10:00.000Z',
  ])
})

test('fires once for a time that occurs twice, and hourly lines every hour', () => {
  expect(dues('30 2 * * *', 'Europe/Berlin', '2027-10-30T12:00:00Z', 2)).toEqual(['2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z'])
  expect(dues('15 2,3 * * *', 'Europe/Berlin', '2027-10-30T22:30:00Z')).toEqual([
    '2027-10-31T00:15:00.000Z',
    '2027-10-31T02:15:00.000Z',
    '2027-11-01T01:15:00.000Z',
  ])
  expect(dues('15 * * * *', 'Europe/Berlin', '2027-10-30T22:30:00Z', 4)).toEqual([
    '2027-10-30T23:15:00.000Z',
    '2027-10-31T00:15:00.000Z',
    '2027-10-31T01:15:00.000Z',
    '2027-10-31T02:15:00.000Z',
  ])
  // Computed between the two occurrences: the second does not count as the first.
  expect(dues('30 2 * * *', 'Europe/Berlin', '2027-10-31T00:45:00Z', 1)).toEqual(['2027-11-01T01:30:00.000Z'])
})

test('a line of several hours keeps each time of the clock on both days of a change', () => {
  const berlin = (line: string, from: string, count: number) => dues(line, 'Europe/Berlin', from, count).map((due) => due.slice(5, 16))
  expect(berlin('15 2,4 * * *', '2027-03-27T12:00:00Z', 3)).toEqual(['03-28T01:00', '03-28T02:15', '03-29T00:15'])
  expect(berlin('15 */2 * * *', '2027-03-27T23:30:00Z', 2)).toEqual(['03-28T01:00', '03-28T02:15'])
  expect(berlin('30 1,2 * * *', '2027-10-30T22:00:00Z', 3)).toEqual(['10-30T23:30', '10-31T00:30', '11-01T00:30'])
  expect(berlin('30 */2 * * *', '2027-10-30T23:00:00Z', 2)).toEqual(['10-31T00:30', '10-31T03:30'])
  const newYork = dues('30 1,2 * * *', 'America/New_York', '2027-11-07T04:00:00Z', 3)
  expect(newYork).toEqual(['2027-11-07T05:30:00.000Z', '2027-11-07T07:30:00.000Z', '2027-11-08T06:30:00.000Z'])
})

test('explains what is wrong with a line', () => {
  expect(cronProblem('*/5 * * * *')).toBeNull()
  expect(cronProblem('* * *')).toContain('five fields')
  expect(cronProblem('* * * * * *')).toContain('five fields')
  expect(cronProblem('61 * * * *')).toContain('five fields')
  expect(cronProblem('0 0 31 2 *')).toBe('This time never comes')
})
