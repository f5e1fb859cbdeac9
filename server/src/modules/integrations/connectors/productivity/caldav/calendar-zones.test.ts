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
  // libical without its year, an old name, a name of POSIX, a fixed offset.
  ['/freeassociation.sourceforge.net/Europe/Berlin', '2026-07-06T07:00'],
  ['Asia/Calcutta', '2026-07-06T03:30'],
  ['CET', '2026-07-06T07:00'],
  ['Etc/GMT-2', '2026-07-06T07:00'],
])('nine in July is read in the zone %s', (name, start) => {
  expect(starts(calendar(...event(`DTSTART;TZID="${name}":20260706T090000`)))).toEqual([start])
})

test.each(['(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna', 'Customized Time Zone', 'W. Europe'])(
  'the zone "%s" of Zimbra, Exchange or Notes follows the rules of its file',
  (zone) => {
    const text = calendar(...ownZone(zone), ...event(`DTSTART;TZID="${zone}":20260706T090000`))
    expect(starts(text)).toEqual(['2026-07-06T07:00'])
  },
)

test('a short name that several countries use is what the file says, and never a guess', () => {
  const timed = event('DTSTART;TZID=BST:20260706T090000', 'DURATION:PT1H')
  expect(starts(calendar(...ownZone('BST'), ...timed))).toEqual(['2026-07-06T07:00'])
  expect(() => starts(calendar(...timed))).toThrow('its time zone BST is unknown')
})

test('an event with several rules has the dates of all of them', () => {
  const rules = ['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2', 'RRULE:FREQ=WEEKLY;BYDAY=TH;UNTIL=20260716T235959Z']
  expect(starts(calendar(...event('DTSTART:20260706T090000Z', 'DURATION:PT1H', ...rules)))).toEqual([
    '2026-07-06T09:00',
    '2026-07-13T09:00',
    '2026-07-09T09:00',
    '2026-07-16T09:00',
  ])
  expect(() => starts(calendar(...event('DTSTART:20260706T090000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=OFTEN')))).toThrow(
    'the repetition of an event cannot be read',
  )
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

test.each([
  ['an unreadable start', ['DTSTART:2026-01-05 09:00']],
  ['a day that does not exist', ['DTSTART:20260230T090000']],
  ['no start', []],
  ['a duration without end', ['DTSTART:20260105T090000', 'DURATION:P999999999D']],
  ['an unreadable duration', ['DTSTART:20260105T090000', 'DURATION:1 hour']],
  ['an unreadable end', ['DTSTART:20260105T090000', 'DTEND:soon']],
  ['an unreadable end of the series', ['DTSTART:20260105T090000', 'RRULE:FREQ=DAILY;UNTIL=soon']],
  ['a list of dates that is too long', ['DTSTART:20260105T090000', `RDATE:${'20260106T090000,'.repeat(3_000)}20260107T090000`]],
  ['an occurrence that changes all later ones', ['DTSTART:20260105T090000', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260105T080000']],
])('%s makes the calendar incomplete, never free', (_what, lines) => {
  expect(() => starts(calendar(...event(...lines)))).toThrow(/incomplete|larger than/)
})

test('a large attachment changes no time', () => {
  const text = calendar(
    ...event('DTSTART:20260105T090000', 'DURATION:PT1H', `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'QUJD'.repeat(100_000)}`),
  )
  expect(starts(text)).toEqual(['2026-01-05T08:00'])
})

test.each([
  ['the zone of the start', ';TZID=Europe/Berlin:20260112T090000'],
  ['another zone', ';TZID=America/New_York:20260112T030000'],
  ['a Windows zone', ';TZID="Tokyo Standard Time":20260112T170000'],
  ['UTC', ':20260112T080000Z'],
  ['no zone', ':20260112T090000'],
  ['a date alone', ';VALUE=DATE:20260112'],
])('an occurrence is left out or changed by %s', (_what, place) => {
  const series = ['UID:a', 'DTSTART;TZID=Europe/Berlin:20260105T090000', 'RRULE:FREQ=WEEKLY;COUNT=3']
  const asked = { ...year, timeZone: 'Asia/Tokyo' }
  expect(starts(calendar(...event(...series, `EXDATE${place}`)), asked)).toEqual(['2026-01-05T08:00', '2026-01-19T08:00'])
  const change = event('UID:a', `RECURRENCE-ID${place}`, 'DTSTART;TZID=Europe/Berlin:20260113T100000')
  const other = event('UID:b', 'DTSTART;TZID=Europe/Berlin:20260112T090000')
  expect(starts(calendar(...event(...series), ...change, ...other), asked).toSorted()).toEqual([
    '2026-01-05T08:00',
    '2026-01-12T08:00',
    '2026-01-13T09:00',
    '2026-01-19T08:00',
  ])
})

test.each([';VALUE=DATE:20260112', ':20260112T000000Z', ':20260111T230000Z', ';TZID=Europe/Berlin:20260112T000000', ':20260112'])(
  'a whole day is left out by EXDATE%s',
  (place) => {
    for (const timeZone of ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo']) {
      const text = calendar(...event('DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY;COUNT=3', `EXDATE${place}`))
      expect(starts(text, { ...year, timeZone })).toEqual(['2026-01-05', '2026-01-19'])
    }
  },
)

test('an UNTIL in the hour that autumn repeats is the moment that it names', () => {
  const until = (end: string) => starts(calendar(...event('DTSTART;TZID=Europe/Berlin:20261023T024500', `RRULE:FREQ=DAILY;UNTIL=${end}`)))
  expect(until('20261025T003000Z')).toHaveLength(2)
  // 2:45 comes first at 0:45 UTC; 1:30 UTC is the second 2:30.
  expect(until('20261025T013000Z')).toHaveLength(3)
  expect(until('20261025T023000')).toHaveLength(2)
})

test('a period among the dates of a series takes its own time', () => {
  const text = calendar(...event('DTSTART:20260302T090000', 'DURATION:PT1H', 'RDATE:20260303T090000/20260303T170000,20260304T090000/PT2H'))
  expect(occurrencesOf('a.ics', text, year).map(({ end }) => ('dateTime' in end ? end.dateTime.slice(0, 16) : ''))).toEqual([
    '2026-03-02T09:00',
    '2026-03-03T16:00',
    '2026-03-04T10:00',
  ])
})

// Written by python3-icalendar 4.0.3 and khal 0.10.5 of Debian 12.
test('files of icalendar and khal are read as they are', () => {
  const icalendar = calendar(
    ...event(
      'DTSTART;TZID=CET;VALUE=DATE-TIME:20260105T090000',
      'DTEND;TZID=CET;VALUE=DATE-TIME:20260105T100000',
      'UID:a',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;TZID=UTC:20260112T080000Z',
      'EXDATE:20260119',
    ),
    ...event(
      'DTSTART;TZID=CET;VALUE=DATE-TIME:20260127T110000',
      'DURATION:PT1H30M',
      'UID:a',
      'RECURRENCE-ID;TZID=EST;VALUE=DATE-TIME:20260126T030000',
    ),
    ...event('DTSTART;VALUE=DATE:20260202', 'UID:d', 'RRULE:FREQ=DAILY;UNTIL=20260204', 'EXDATE:20260203T000000'),
  )
  expect(starts(icalendar)).toEqual(['2026-01-05T08:00', '2026-01-27T10:00', '2026-02-02', '2026-02-04'])
  const khal = calendar(
    ...event(
      'DTSTART;TZID=Europe/Berlin;VALUE=DATE-TIME:20261019T090000',
      'DTEND;TZID=Europe/Berlin;VALUE=DATE-TIME:20261019T100000',
      'RRULE:FREQ=WEEKLY;UNTIL=20261104T220000Z',
    ),
  )
  expect(starts(khal)).toEqual(['2026-10-19T07:00', '2026-10-26T08:00', '2026-11-02T08:00'])
})

test('files of Outlook and calcurse are read as they are', () => {
  const outlook = calendar(
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    ...ownZone('W. Europe Standard Time'),
    ...event(
      'UID:july@example.org',
      'DTSTART;TZID=W. Europe Standard Time:20260706T090000',
      'DTEND;TZID=W. Europe Standard Time:20260706T100000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    ),
  )
  expect(starts(outlook)).toEqual(['2026-07-06T07:00', '2026-07-13T07:00', '2026-07-20T07:00'])
  const calcurse = calendar(
    'VERSION:2.0',
    'PRODID:-//calcurse//NONSGML v4.7.1//EN',
    ...event('DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY;UNTIL=20260202'),
    ...event('DTSTART:20260105T090000', 'DURATION:P0DT1H0M0S', 'RRULE:FREQ=DAILY;UNTIL=20260108T090000'),
    ...event(
      'DTSTART:20260106T210000',
      'DURATION:P0DT1H0M0S',
      'RRULE:FREQ=WEEKLY;UNTIL=20260203T210000;BYDAY=TU',
      'BEGIN:VALARM',
      'TRIGGER:-P300S',
      'ACTION:DISPLAY',
      'END:VALARM',
    ),
  )
  const days = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02']
  const mornings = ['05', '06', '07', '08'].map((day) => `2026-01-${day}T08:00`)
  const evenings = ['01-06', '01-13', '01-20', '01-27', '02-03'].map((day) => `2026-${day}T20:00`)
  expect(starts(calcurse)).toEqual([...days, ...mornings, ...evenings])
})
