import { expect, test } from 'vitest'
import { occurrencesOf } from './calendar-data.ts'

const year = { from: Date.parse('2026-01-01T00:00:00Z'), until: Date.parse('2027-01-01T00:00:00Z'), timeZone: 'Europe/Berlin' }
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'SUMMARY:Review', ...lines, 'END:VEVENT']
const starts = (text: string, window = year): string[] =>
  occurrencesOf('a.ics', text, window).map(({ start }) => ('date' in start ? start.date : start.dateTime.slice(0, 16)))

const observance = (kind: string, start: string, from: string, to: string, ...rules: string[]) => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...rules,
  `END:${kind}`,
]
const ownZone = (name: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  ...observance('STANDARD', '16010101T030000', '+0200', '+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
  ...observance('DAYLIGHT', '16010101T020000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
  'END:VTIMEZONE',
]

test.each([
  ['W. Europe Standard Time', '2026-07-06T07:00'],
  ['Eastern Standard Time', '2026-07-06T13:00'],
  ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', '2026-07-06T07:00'],
  ['/mozilla.org/20050126_1/America/New_York', '2026-07-06T13:00'],
  ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', '2026-07-06T12:00'],
  ['America/Indiana/Knox', '2026-07-06T14:00'],
])('nine in July is read in the zone %s', (name, start) => {
  expect(starts(calendar(...event(`DTSTART;TZID="${name}":20260706T090000`)))).toEqual([start])
})

test('a zone without a known name follows the rules of its file', () => {
  const text = calendar(...ownZone('Custom 1'), ...event('DTSTART;TZID=Custom 1:20260301T090000', 'RRULE:FREQ=MONTHLY;COUNT=9'))
  expect(starts(text).map((start) => start.slice(5))).toEqual([
    '03-01T08:00',
    '04-01T07:00',
    '05-01T07:00',
    '06-01T07:00',
    '07-01T07:00',
    '08-01T07:00',
    '09-01T07:00',
    '10-01T07:00',
    '11-01T08:00',
  ])
})

test('an observance that began once holds until the next one', () => {
  const once = ['BEGIN:VTIMEZONE', 'TZID:Own', ...observance('STANDARD', '20160327T030000', '+0200', '+0300'), 'END:VTIMEZONE']
  expect(starts(calendar(...once, ...event('DTSTART;TZID=Own:20260706T090000')))).toEqual(['2026-07-06T06:00'])
})

test('a series keeps its last date, whichever form UNTIL has', () => {
  const daily = (until: string) => starts(calendar(...event('DTSTART:20260105T090000', `RRULE:FREQ=DAILY;UNTIL=${until}`)))
  for (const until of ['20260108T090000', '20260108', '20260108T080000Z']) expect(daily(until)).toHaveLength(4)
  const days = (until: string, timeZone: string) =>
    starts(calendar(...event('DTSTART;VALUE=DATE:20260131', `RRULE:FREQ=DAILY;UNTIL=${until}`)), { ...year, timeZone })
  for (const timeZone of ['America/Los_Angeles', 'UTC', 'Europe/Berlin', 'Asia/Tokyo'])
    for (const until of ['20260202', '20260202T000000Z', '20260201T230000Z', '20260202T050000Z', '20260202T235959Z'])
      expect(days(until, timeZone)).toEqual(['2026-01-31', '2026-02-01', '2026-02-02'])
})

test('a start that spring skips is an hour later, and the series goes on', () => {
  const text = calendar(...event('DTSTART;TZID=Europe/Berlin:20260328T023000', 'RRULE:FREQ=DAILY;COUNT=3'))
  expect(starts(text)).toEqual(['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30'])
})

test('a calendar that cannot be read whole is incomplete', () => {
  expect(() => starts(calendar(...event('DTSTART:20260105T090000', 'RRULE:FREQ=SOMETIMES')))).toThrow('incomplete')
  expect(() => starts(calendar(...event('DTSTART;TZID=Nowhere:20260105T090000')))).toThrow('incomplete')
})
