import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttpOut } from '../../../../../platform/http-out/http-out.ts'
import type { OpenConnection, Outside } from '../../../kit/open-connection.ts'
import { runAction, testConnection } from '../../../kit/run-action.ts'
import { connectionOf } from '../../../testing/stub-service.ts'
import { occurrencesOf } from './calendar-data.ts'
import { writeEvent } from './calendar-writing.ts'
import { changeEvent } from './change-event.ts'
import { caldav } from './caldav.ts'
import { readProperty } from './property.ts'

interface Resource {
  etag: string
  data: string
}

/** A server that speaks as much CalDAV as a calendar needs: Basic authentication, one collection, entity tags, preconditions. */
const resources = new Map<string, Resource>()
const reports: string[] = []
let changes = 0
/** What another program does between our reading and writing. */
let meanwhile: (() => void) | undefined
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;')
const put = (name: string, data: string): string => {
  const etag = `"${++changes}"`
  resources.set(name, { etag, data })
  return etag
}

const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const reply = (status: number, text = '', headers: Record<string, string> = {}) => response.writeHead(status, headers).end(text)
    if (request.headers.authorization !== `Basic ${Buffer.from('ada:secret').toString('base64')}`) return reply(401)
    const multistatus = (parts: string[]) =>
      reply(
        207,
        `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${parts.join('')}</D:multistatus>`,
        {
          'content-type': 'application/xml',
        },
      )
    const prop = (text: string) =>
      multistatus([`<D:response><D:href>/x/</D:href><D:propstat><D:prop>${text}</D:prop></D:propstat></D:response>`])
    if (body.includes('current-user-principal'))
      return prop('<D:current-user-principal><D:href>/principals/ada/</D:href></D:current-user-principal>')
    if (request.url === '/principals/ada/')
      return prop(
        '<C:calendar-user-address-set><D:href>/principals/ada/</D:href><D:href>mailto:Ada@Acme.example</D:href></C:calendar-user-address-set>',
      )
    const [, collection, name] = /^\/(cal|card)\/([^/]*)$/.exec(decodeURIComponent(request.url ?? '')) ?? []
    if (collection === undefined || name === undefined) return reply(404)
    if (request.method === 'PROPFIND')
      return multistatus([
        `<D:response><D:href>/${collection}/</D:href><D:propstat><D:prop><D:displayname>Ada &amp; work</D:displayname><D:resourcetype><D:collection/>${
          collection === 'cal' ? '<C:calendar/>' : ''
        }</D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
      ])
    if (request.method === 'REPORT') {
      reports.push(body)
      return multistatus(
        [...resources].map(
          ([file, { etag, data }], at) =>
            `<D:response><D:href>/cal/${encodeURIComponent(file)}</D:href><D:propstat><D:prop><D:getetag>${etag}</D:getetag><C:calendar-data>${
              at % 2 === 0 ? escapeXml(data) : `<![CDATA[${data}]]>`
            }</C:calendar-data></D:prop></D:propstat></D:response>`,
        ),
      )
    }
    const known = resources.get(name)
    if (request.method === 'GET') {
      if (!known) return reply(404)
      reply(200, known.data, { ...(known.etag !== '' && { etag: known.etag }), 'content-type': 'text/calendar' })
      return meanwhile?.()
    }
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && known) return reply(412)
      if (request.headers['if-match'] && request.headers['if-match'] !== known?.etag) return reply(412)
      return reply(known ? 204 : 201, '', { etag: put(name, body) })
    }
    return reply(request.method === 'DELETE' && resources.delete(name) ? 204 : 404)
  })()
})

// Reading a hostile calendar may keep this process busy for seconds, after which an idle connection would be closed.
server.keepAliveTimeout = 60_000

let outside: Outside
let connection: OpenConnection
let close: () => Promise<void>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const httpOut = createHttpOut({ allow: ['127.0.0.1'] })
  close = () => httpOut.close()
  outside = { httpOut, allow: ['127.0.0.1'], isHeld: () => false, now: () => new Date('2026-11-20T12:00:00Z') }
  connection = connectionOf(caldav, { user: 'ada', apiKey: 'secret', baseUrl: `http://127.0.0.1:${port}/cal/` })
})
afterAll(async () => {
  await close()
  server.close()
})
beforeEach(() => {
  resources.clear()
  reports.length = 0
  meanwhile = undefined
})

const signal = () => new AbortController().signal
const act = <T>(name: string, input: object, identity = 'first'): Promise<T> => {
  const action = caldav.actions[name]
  if (!action) throw new Error(name)
  return runAction(outside, connection, action, input, { identity, signal: signal() }) as Promise<T>
}
const file = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']), 'END:VCALENDAR', ''].join(
    '\r\n',
  )

test('proves that the address is a calendar', async () => {
  expect((await testConnection(outside, connection, signal())).account).toBe('Ada & work')
  const { baseUrl = '' } = connection.fields
  const other = (change: object) => testConnection(outside, connectionOf(caldav, { ...connection.fields, ...change }), signal())
  await expect(other({ baseUrl: baseUrl.replace('/cal/', '/card/') })).rejects.toThrow('no calendar')
  await expect(other({ apiKey: 'wrong' })).rejects.toMatchObject({ status: 401 })
})

test('finds free times between single, whole-day and repeated events, over the end of summer time', async () => {
  put(
    'weekly.ics',
    file(
      [
        'UID:1',
        'DTSTART;TZID=Europe/Berlin:20261019T090000',
        'DTEND;TZID=Europe/Berlin:20261019T100000',
        'RRULE:FREQ=WEEKLY;BYDAY=MO',
        'EXDATE;TZID=Europe/Berlin:20261102T090000',
        'SUMMARY:Standup',
      ],
      [
        'UID:1',
        'RECURRENCE-ID;TZID=Europe/Berlin:20261109T090000',
        'DTSTART;TZID=Europe/Berlin:20261109T140000',
        'DURATION:PT30M',
        'SUMMARY:Moved',
      ],
    ),
  )
  put('day.ics', file(['UID:2', 'DTSTART;VALUE=DATE:20261103', 'SUMMARY:Holiday']))
  put('free.ics', file(['UID:3', 'DTSTART:20261026T120000Z', 'DTEND:20261026T130000Z', 'TRANSP:TRANSPARENT']))
  put('gone.ics', file(['UID:4', 'DTSTART:20261026T130000Z', 'DTEND:20261026T140000Z', 'STATUS:CANCELLED']))
  const ask = (from: string, until: string) =>
    act<{ free: { start: string; end: string }[] }>('find_free_times', { from, until, minutes: 60, timeZone: 'Europe/Berlin' })
  // 9:00 in Berlin is 7:00 UTC in summer, and 8:00 UTC a week later.
  expect((await ask('2026-10-19T06:00:00Z', '2026-10-19T10:00:00Z')).free).toEqual([
    { start: '2026-10-19T06:00:00.000Z', end: '2026-10-19T07:00:00.000Z' },
    { start: '2026-10-19T08:00:00.000Z', end: '2026-10-19T10:00:00.000Z' },
  ])
  expect((await ask('2026-10-26T06:00:00Z', '2026-10-26T15:00:00Z')).free).toEqual([
    { start: '2026-10-26T06:00:00.000Z', end: '2026-10-26T08:00:00.000Z' },
    { start: '2026-10-26T09:00:00.000Z', end: '2026-10-26T15:00:00.000Z' },
  ])
  expect((await ask('2026-11-02T06:00:00Z', '2026-11-03T23:30:00Z')).free).toEqual([
    { start: '2026-11-02T06:00:00.000Z', end: '2026-11-02T23:00:00.000Z' },
  ])
  expect((await ask('2026-11-09T07:00:00Z', '2026-11-09T15:00:00Z')).free).toEqual([
    { start: '2026-11-09T07:00:00.000Z', end: '2026-11-09T13:00:00.000Z' },
    { start: '2026-11-09T13:30:00.000Z', end: '2026-11-09T15:00:00.000Z' },
  ])
  expect(reports[0]).toContain('<c:time-range start="20261019T060000Z" end="20261019T100000Z"/>')
  await expect(ask('2026-10-19T10:00:00Z', '2026-10-19T06:00:00Z')).rejects.toThrow('after the beginning')
  await expect(ask('2026-10-19T10:00:00Z', '2028-10-19T06:00:00Z')).rejects.toThrow('At most 366 days')
})

test('creates an event once, lists it, moves it and deletes it', async () => {
  const input = {
    summary: 'Demo; with, Ada\nBEGIN:VALARM',
    start: '2026-11-24T10:00:00+01:00',
    end: '2026-11-24T10:45:00+01:00',
    location: 'Rom',
  }
  const made = await act<{ id: string }>('create_event', input)
  expect(await act<{ id: string }>('create_event', input)).toMatchObject({ id: made.id })
  expect(resources.size).toBe(1)
  const day = { from: '2026-11-24T00:00:00Z', until: '2026-11-25T00:00:00Z' }
  const listed = () => act<{ items: object[] }>('list_events', day)
  expect((await listed()).items).toMatchObject([
    {
      id: made.id,
      summary: input.summary,
      location: 'Rom',
      start: { dateTime: '2026-11-24T09:00:00.000Z' },
      end: { dateTime: '2026-11-24T09:45:00.000Z' },
    },
  ])
  await act('update_event', { eventId: made.id, start: '2026-11-24T15:00:00Z' })
  expect((await listed()).items).toMatchObject([
    { summary: input.summary, start: { dateTime: '2026-11-24T15:00:00.000Z' }, end: { dateTime: '2026-11-24T15:45:00.000Z' } },
  ])
  meanwhile = () => void put(made.id, resources.get(made.id)?.data ?? '')
  await expect(act('update_event', { eventId: made.id, summary: 'Lost' })).rejects.toThrow('changed meanwhile')
  expect(resources.get(made.id)?.data).not.toContain('Lost')
  meanwhile = undefined
  await act('delete_event', { eventId: made.id })
  expect((await listed()).items).toEqual([])
  await expect(act('update_event', { eventId: made.id, summary: 'Gone' })).rejects.toMatchObject({ status: 404 })
  for (const eventId of ['..', '../card/x', 'a/b']) await expect(act('delete_event', { eventId })).rejects.toThrow('This is not an event')
})

test('keeps what it does not change, and does not move repeated events', async () => {
  const data = file([
    'UID:1',
    'DTSTART:20261124T090000Z',
    'DURATION:PT1H',
    'SEQUENCE:4',
    'X-OWN;A="b:c":kept',
    'BEGIN:VALARM',
    'SUMMARY:Ring',
    'END:VALARM',
  ])
  const text = changeEvent(data, { summary: 'Ü'.repeat(60) }, new Date('2026-11-20T12:00:00Z'))
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  for (const line of ['DURATION:PT1H', 'SEQUENCE:5', 'X-OWN;A="b:c":kept', 'SUMMARY:Ring']) expect(text).toContain(line)
  put('weekly.ics', file(['UID:2', 'DTSTART:20261124T090000Z', 'RRULE:FREQ=DAILY']))
  await expect(act('update_event', { eventId: 'weekly.ics', start: '2026-11-24T15:00:00Z' })).rejects.toThrow('Give the occurrence')
  await act('update_event', { eventId: 'weekly.ics', summary: 'Named' })
  expect(resources.get('weekly.ics')?.data).toContain('SUMMARY:Named')
})

interface Free {
  free: { start: string; end: string }[]
}
const invited = (uid: string, hour: number, ...lines: string[]) => [
  `UID:${uid}`,
  `DTSTART:20261124T${hour}0000Z`,
  `DTEND:20261124T${hour + 1}0000Z`,
  ...lines,
]
const ada = (answer: string) => `ATTENDEE;CN="Ada";PARTSTAT=${answer};RSVP=TRUE:mailto:ada@acme.example`

test('an invitation that the owner declined leaves the time free, one that others declined does not', async () => {
  const bo = 'ATTENDEE;PARTSTAT=DECLINED:mailto:bo@acme.example'
  put('own.ics', file(invited('1', 10, ada('DECLINED'), 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@acme.example')))
  put('others.ics', file(invited('2', 12, ada('ACCEPTED'), bo)))
  put(
    'series.ics',
    file(invited('3', 14, ada('ACCEPTED'), 'RRULE:FREQ=DAILY'), [...invited('3', 14, ada('DECLINED')), 'RECURRENCE-ID:20261124T140000Z']),
  )
  const ask = (from: string, until: string) => act<Free>('find_free_times', { from, until, minutes: 60 })
  expect((await ask('2026-11-24T10:00:00Z', '2026-11-24T16:00:00Z')).free).toEqual([
    { start: '2026-11-24T10:00:00.000Z', end: '2026-11-24T12:00:00.000Z' },
    { start: '2026-11-24T13:00:00.000Z', end: '2026-11-24T16:00:00.000Z' },
  ])
  expect((await ask('2026-11-25T13:00:00Z', '2026-11-25T15:00:00Z')).free).toHaveLength(1)
})

test('moves one occurrence of a repeated event, and the others stay', async () => {
  const series = ['UID:s', 'DTSTART;TZID=Europe/Berlin:20261019T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Standup']
  put('series.ics', file([...series, 'X-OWN:kept', 'BEGIN:VALARM', 'TRIGGER:-PT5M', 'END:VALARM']))
  const listed = async () => {
    const { items } = await act<{ items: Record<string, unknown>[] }>('list_events', {
      from: '2026-11-01T00:00:00Z',
      until: '2026-11-18T00:00:00Z',
    })
    return items.map(({ start, occurrence, summary }) => [(start as { dateTime: string }).dateTime, occurrence, summary])
  }
  const [first, second, third] = ['2026-11-02T08:00:00.000Z', '2026-11-09T08:00:00.000Z', '2026-11-16T08:00:00.000Z']
  expect(await listed()).toEqual([first, second, third].map((time) => [time, time, 'Standup']))
  const move = (input: object) => act('update_event', { eventId: 'series.ics', occurrence: second, ...input })
  expect(await move({ start: '2026-11-09T13:00:00Z' })).toMatchObject({ end: '2026-11-09T14:00:00.000Z' })
  expect(resources.get('series.ics')?.data).toContain('RECURRENCE-ID;TZID="Europe/Berlin":20261109T090000')
  // Again, and with another name: the change that is there is changed.
  await move({ start: '2026-11-10T13:00:00Z', summary: 'Late' })
  await act('update_event', { eventId: 'series.ics', occurrence: third, summary: 'Named' })
  expect(await listed()).toEqual([
    [first, first, 'Standup'],
    ['2026-11-10T13:00:00.000Z', second, 'Late'],
    [third, third, 'Named'],
  ])
  const data = resources.get('series.ics')?.data ?? ''
  expect(data.match(/BEGIN:VEVENT/g)).toHaveLength(3)
  expect(data.match(/RRULE/g)).toHaveLength(1)
  expect(data.match(/X-OWN:kept/g)).toHaveLength(3)
  for (const occurrence of ['2026-11-09T09:00:00Z', '2026-11-03', '2026-10-12T07:00:00Z'])
    await expect(move({ occurrence, summary: 'x' }), occurrence).rejects.toThrow('no such occurrence')
  put('days.ics', file(['UID:d', 'DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=DAILY', 'SUMMARY:Day']))
  await act('update_event', { eventId: 'days.ics', occurrence: '2026-11-05', summary: 'Other', timeZone: 'Europe/Berlin' })
  const days = resources.get('days.ics')?.data
  for (const line of ['RECURRENCE-ID;VALUE=DATE:20261105', 'DTSTART;VALUE=DATE:20261105', 'DURATION:P1D']) expect(days).toContain(line)
})

test('reads zones of a file, quoted parameters and events of other programs', () => {
  const zone =
    'BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n'
  const data = file([
    'UID:1',
    'DTSTART;TZID="Office":20261124T090000',
    'DTEND;TZID="Office":20261124T100000',
    'RDATE;TZID=Office:20261126T090000',
  ]).replace('BEGIN:VEVENT', `${zone}BEGIN:VEVENT`)
  const window = { from: Date.parse('2026-11-20T00:00:00Z'), until: Date.parse('2026-11-30T00:00:00Z'), timeZone: 'UTC' }
  expect(occurrencesOf('a', data, window).map(({ start }) => start)).toEqual([
    { dateTime: '2026-11-24T03:30:00.000Z' },
    { dateTime: '2026-11-26T03:30:00.000Z' },
  ])
  expect(readProperty('ATTENDEE;CN="A; B: C":mailto:a@b.example')).toEqual({
    name: 'ATTENDEE',
    params: { CN: 'A; B: C' },
    value: 'mailto:a@b.example',
  })
  expect(occurrencesOf('a', 'no calendar', window)).toEqual([])
  expect(() => occurrencesOf('a', file(['UID:1', 'DTSTART:nonsense']), window)).toThrow('incomplete')
  const endless = file(['UID:1', 'DTSTART:20261124T090000Z', 'DTEND:20261124T090001Z', 'RRULE:FREQ=MINUTELY'])
  // None of them is left out, as a part would show times as free that are not: the bound is that of the whole answer.
  expect(occurrencesOf('a', endless, window)).toHaveLength(8_100)
  expect(writeEvent('u', { summary: 'a' }, new Date(0))).toContain('UID:u\r\n')
})

const november = { from: Date.parse('2026-11-01T00:00:00Z'), until: Date.parse('2026-12-01T00:00:00Z'), timeZone: 'Europe/Berlin' }
const meeting = ['UID:m', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z', 'SUMMARY:Meeting']

test('reads a hostile calendar in no time', async () => {
  // Each was exponential or quadratic, in the length of a line or of a zone.
  expect(readProperty(`ATTENDEE;CN=${','.repeat(20_000)}`)).toBeNull()
  expect(readProperty(`X${';A=b,c'.repeat(20_000)}"`)).toBeNull()
  const zone = `BEGIN:VTIMEZONE\r\nTZID:Office\r\n${'BEGIN:STANDARD\r\n'.repeat(12_000)}END:VTIMEZONE\r\n`
  expect(occurrencesOf('a', `${zone}${file(meeting)}`, november)).toHaveLength(1)
  const clocks = ['HOUR', 'MINUTE', 'SECOND'].map(
    (unit, at) => `BY${unit}=${Array.from({ length: at === 0 ? 24 : 60 }, (_, n) => n).join(',')}`,
  )
  const busy = file([...meeting, `RRULE:FREQ=DAILY;${clocks.join(';')}`])
  expect(() => occurrencesOf('a', busy, november)).toThrow('incomplete')
  const every = (count: number, line: string) => file(...Array.from({ length: count }, () => [...meeting, line]))
  put('seconds.ics', every(70, 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'))
  const list = () => act('list_events', { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' })
  await expect(list()).rejects.toThrow('too many events')
  resources.clear()
  // The bound is one for all resources of an answer.
  for (let index = 0; index < 11; index++) put(`${index}.ics`, every(100, `EXDATE:${'20261101T000000Z,'.repeat(29)}20261102T000000Z`))
  await expect(list()).rejects.toThrow('too many events')
})

test('leaves out a large attachment, and refuses an event with times that it cannot read', () => {
  const zone =
    'BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n'
  const text = file(
    ['UID:2', 'DTSTART;TZID=Office:20261125T090000', 'SUMMARY:In no zone'],
    [...meeting, `ATTACH;ENCODING=BASE64:${'A'.repeat(400_000)}`],
  )
  expect(occurrencesOf('a', `${zone}${text}`, november).map(({ summary }) => summary)).toEqual(['In no zone', 'Meeting'])
  const endless = file(['UID:1', 'DTSTART:20261124T090000Z', 'DURATION:P99999999999999D', 'SUMMARY:Endless'], meeting)
  expect(() => occurrencesOf('a', endless, november)).toThrow('incomplete: the times of an event cannot be read: Endless')
  expect(() => occurrencesOf('a', file([...meeting, ...Array.from({ length: 30 }, () => `X-A:${'a'.repeat(10_000)}`)]), november)).toThrow(
    /larger than 256 KB and cannot be read/,
  )
})

test('no character of a text ends a line of the file', async () => {
  const text = writeEvent('u', { summary: 'a\rATTENDEE:x\u2028b\u0085c\u0000\u000Bd\te' }, new Date(0))
  expect(text).toContain('\r\nSUMMARY:a\\nATTENDEE:x\\nb\\ncd\te\r\n')
  resources.set('m.ics', { etag: '', data: file(meeting) })
  await expect(act('update_event', { eventId: 'm.ics', summary: 'New' })).rejects.toThrow('names no version')
})
