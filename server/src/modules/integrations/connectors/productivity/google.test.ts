import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { act, connectionOf, poll, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { gmail } from '../communication/gmail.ts'
import { googleCalendar } from './google-calendar.ts'
import { googleSheets } from './google-sheets.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const google = { accessToken: 'ya29.token' }
const account = {
  answer: { body: { sub: '1', email: 'ada@example.com' } },
  account: 'ada@example.com',
  sent: 'GET https://openidconnect.googleapis.com/v1/userinfo',
}
const googleRefusal = {
  status: 403,
  body: { error: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' } },
  message: '403: The caller',
}

describe('Google Sheets', () => {
  const values = 'https://sheets.googleapis.com/v4/spreadsheets/s1/values/Sheet1!A1%3AB'
  const input = { spreadsheetId: 's1', range: 'Sheet1!A1:B' }
  const rows = [['Ada', 36]]
  testConnector(() => stub, {
    connector: googleSheets,
    fields: google,
    check: account,
    refused: googleRefusal,
    actions: {
      append_rows: {
        input: { ...input, values: rows },
        answers: [{ body: { updates: { updatedRows: 1 } } }],
        output: { updatedRows: 1 },
        sent: `POST ${values}:append`,
        query: { valueInputOption: 'RAW' },
        body: { values: rows },
      },
      read_rows: { input, sent: `GET ${values}` },
      update_rows: { input: { ...input, values: '[["Ada", 36]]' }, sent: `PUT ${values}`, body: { values: rows } },
      list_sheets: { input, sent: 'GET https://sheets.googleapis.com/v4/spreadsheets/s1' },
    },
    polls: {
      new_row: {
        input,
        before: '1',
        answers: [{ body: { values: [['Name'], ['Ada'], ['Bo']] } }],
        ids: ['3-774db83afd122783', '2-ef51432249b44155'],
        cursor: '3',
        sent: `GET ${values}`,
      },
    },
  })
  test('starts with every row of many, and with those after some were removed', async () => {
    const connection = connectionOf(googleSheets, google)
    const read = (count: number, cursor: string | null) => {
      stub.respond({ body: { values: Array.from({ length: count }, (_, index) => [`Row ${index}`]) } })
      return poll(stub, connection, 'new_row', input, cursor)
    }
    expect(await read(3, null)).toEqual({ items: [], cursor: '3', isMore: false })
    const [first, second] = [await read(1_002, '3'), await read(1_002, '503')]
    expect([first.items.length, first.items.at(-1)?.data, first.isMore, first.cursor]).toEqual([
      500,
      { row: 4, values: ['Row 3'] },
      true,
      '503',
    ])
    expect([second.items.length, second.isMore, second.cursor]).toEqual([499, false, '1002'])
    expect(await read(2, '1002')).toEqual({ items: [], cursor: '2', isMore: false })
    expect((await read(3, '2')).items).toHaveLength(1)
  })
})

describe('Google Calendar', () => {
  const events = 'https://www.googleapis.com/calendar/v3/calendars/primary/events'
  const start = '2026-11-24T10:00:00+01:00'
  testConnector(() => stub, {
    connector: googleCalendar,
    fields: google,
    check: { answer: { body: { summary: 'ada@example.com', items: [] } }, account: 'ada@example.com', sent: `GET ${events}` },
    refused: googleRefusal,
    actions: {
      find_free_times: {
        input: { from: '2026-11-24T08:00:00Z', until: '2026-11-25T12:00:00Z', minutes: 60 },
        answers: [
          {
            body: {
              timeZone: 'Europe/Berlin',
              items: [
                { start: { dateTime: '2026-11-24T09:00:00Z' }, end: { dateTime: '2026-11-24T10:00:00Z' } },
                { start: { dateTime: '2026-11-24T09:30:00Z' }, end: { dateTime: '2026-11-24T10:30:00Z' } },
                { start: { dateTime: '2026-11-24T11:00:00Z' }, end: { dateTime: '2026-11-24T12:00:00Z' } },
                { transparency: 'transparent', start: { dateTime: '2026-11-24T13:00:00Z' }, end: { dateTime: '2026-11-24T14:00:00Z' } },
                { start: { date: '2026-11-25' }, end: { date: '2026-11-26' } },
              ],
            },
          },
        ],
        output: {
          timeZone: 'Europe/Berlin',
          free: [
            { start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T09:00:00.000Z' },
            { start: '2026-11-24T12:00:00.000Z', end: '2026-11-24T23:00:00.000Z' },
          ],
        },
        sent: `GET ${events}`,
      },
      create_event: {
        input: { summary: 'Demo', start, end: start, attendees: ['g@example.com'] },
        sent: `POST ${events}`,
        query: { sendUpdates: 'all' },
        body: { summary: 'Demo', start: { dateTime: start }, attendees: [{ email: 'g@example.com' }] },
      },
      update_event: {
        input: { eventId: 'ev1', summary: 'Demo', notify: 'false' },
        sent: `PATCH ${events}/ev1`,
        query: { sendUpdates: 'none' },
        body: { summary: 'Demo' },
      },
      delete_event: { input: { eventId: 'ev1' }, answers: [{ body: '' }], output: { deleted: true }, sent: `DELETE ${events}/ev1` },
      list_events: {
        input: { q: 'Demo' },
        answers: [{ body: { items: [{ id: '1' }], nextPageToken: 'p2' } }, { body: { items: [{ id: '2' }] } }],
        output: { items: [{ id: '1' }, { id: '2' }] },
        sent: `GET ${events}`,
        query: { q: 'Demo', pageToken: 'p2' },
      },
    },
    polls: {
      new_event: {
        before: '2026-11-24T09:00:00.000Z',
        // What was added stands behind a page of changes.
        answers: [
          {
            body: { items: [{ id: 'old', created: '2026-01-01T00:00:00.000Z', updated: '2026-11-24T09:30:00.000Z' }], nextPageToken: 'p2' },
          },
          {
            body: {
              items: [
                { id: 'new', created: '2026-11-24T09:40:00.000Z', updated: '2026-11-24T09:40:00.000Z' },
                { id: 'older', created: '2026-01-01T00:00:00.000Z', updated: '2026-11-24T09:50:00.000Z' },
              ],
            },
          },
        ],
        ids: ['new'],
        sent: `GET ${events}`,
        query: { updatedMin: '2026-11-24T09:00:00.000Z', pageToken: 'p2' },
      },
    },
  })
  test('free times know the events of every page, and a calendar that is too large is refused', async () => {
    const connection = connectionOf(googleCalendar, google)
    const input = { from: '2026-11-24T08:00:00Z', until: '2026-11-24T12:00:00Z', minutes: 60 }
    const at = (hour: string) => ({ start: { dateTime: `2026-11-24T${hour}:00:00Z` }, end: { dateTime: `2026-11-24T${hour}:59:00Z` } })
    stub.respond({ body: { items: [at('08')], nextPageToken: 'p2' } }, { body: { items: [at('10')] } })
    expect(await act(stub, connection, 'find_free_times', input)).toMatchObject({
      free: [
        { start: '2026-11-24T08:59:00.000Z', end: '2026-11-24T10:00:00.000Z' },
        { start: '2026-11-24T10:59:00.000Z', end: '2026-11-24T12:00:00.000Z' },
      ],
    })
    expect(stub.last().query).toMatchObject({ pageToken: 'p2', singleEvents: 'true' })
    stub.respond({ body: { items: [], nextPageToken: 'more' } })
    await expect(act(stub, connection, 'find_free_times', input)).rejects.toThrow('too many events')
  })
})

test('Google Calendar: after weeks without changes it goes on, and reads all where it is asked too late', async () => {
  const connection = connectionOf(googleCalendar, google)
  stub.respond({ body: { items: [] } })
  const quiet = await poll(stub, connection, 'new_event', {}, '2026-11-01T09:00:00.000Z')
  await poll(stub, connection, 'new_event', {}, quiet.cursor)
  const nextFrom = new Date(String(stub.last().query['updatedMin'])).getTime()
  expect(nextFrom + 3_600_000 > Date.now()).toBe(true)
  const gone = { status: 410, body: { error: { code: 410, message: 'The requested minimum modification time lies too far in the past.' } } }
  const [old, added] = ['2026-09-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z']
  const items = [
    { id: 'old', created: old, updated: old },
    { id: 'new', created: added, updated: added },
  ]
  stub.respond(gone, { body: { items } })
  const late = await poll(stub, connection, 'new_event', {}, '2026-10-01T00:00:00.000Z')
  expect(late.items.map(({ id }) => id)).toEqual(['new'])
  expect(stub.last().query['updatedMin']).toBeUndefined()
})

describe('Gmail', () => {
  const api = 'https://gmail.googleapis.com/gmail/v1/users/me'
  const input = { to: ['ada@example.com'], subject: 'Grüße\r\nBcc: eve@example.com', body: 'Hello', replyTo: 'me@example.com' }
  testConnector(() => stub, {
    connector: gmail,
    fields: google,
    check: account,
    refused: googleRefusal,
    actions: { send_email: { input, sent: `POST ${api}/messages/send` }, create_draft: { input, sent: `POST ${api}/drafts` } },
  })
  test('writes a message in which the subject makes no header', async () => {
    stub.respond({ body: {} })
    await act(stub, connectionOf(gmail, google), 'send_email', input)
    const lines = Buffer.from((stub.last().body as { raw: string }).raw, 'base64url')
      .toString()
      .split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['To: ada@example.com', 'Reply-To: me@example.com'])
    expect(lines.filter((line) => line.startsWith('Bcc'))).toEqual([])
    const subject = lines.flatMap((line) =>
      [...line.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, part = '']) => Buffer.from(part, 'base64').toString()),
    )
    expect(subject.join('')).toBe(input.subject)
    expect(Buffer.from(lines.at(-1)!, 'base64').toString()).toBe('Hello')
  })
})
