import { createHash } from 'node:crypto'
import { z } from 'zod'
import { action } from '../../../kit/action.ts'
import { basic } from '../../../kit/auth.ts'
import { defineConnector, path } from '../../../kit/connector.ts'
import type { ConnectorContext } from '../../../kit/connector.ts'
import { ServiceError } from '../../../kit/service-error.ts'
import { findFreeTimes } from '../find-free-times.ts'
import type { Occurrence } from './calendar-data.ts'
import { writeEvent } from './calendar-writing.ts'
import { elementText, hasElement, hrefsIn, responsesOf } from './multistatus.ts'
import { stamp } from './property.ts'
import { changeSafely, listOccurrences, timesOfMain } from './read-calendar-safely.ts'

const time = (title: string) => z.iso.datetime({ offset: true }).meta({ title, description: 'As 2026-11-24T10:00:00+01:00' })
const eventId = z
  .string()
  .max(300)
  .regex(/^(?!\.{1,2}$)[^/\\]+$/, 'This is not an event')
  .meta({ title: 'Event', description: 'Its id in the list of events' })
const occurrence = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}(T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2}))?$/, 'This is not an occurrence')
  .meta({ title: 'Occurrence', description: 'Of a repeated event: its occurrence in the list of events' })
const details = {
  description: z.string().max(8_000).optional().meta({ title: 'Description', isLong: true }),
  location: z.string().max(1_000).optional().meta({ title: 'Place' }),
}
const timeZone = z
  .string()
  .max(60)
  .default('UTC')
  .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'This is not a time zone, such as Europe/Berlin')
  .meta({ title: 'Time zone', description: 'Of whole days, and of times without a zone: Europe/Berlin' })

const longestDays = 366
const xmlType = 'application/xml; charset=utf-8'
const calendarType = 'text/calendar; charset=utf-8'
const about = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:displayname/><d:resourcetype/></d:prop></d:propfind>`

const query = (from: number, until: number): string =>
  `<?xml version="1.0" encoding="utf-8"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${stamp(from)}" end="${stamp(until)}"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`

interface Period {
  from: string
  until: string
  timeZone: string
}

const principalQuery = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:current-user-principal/></d:prop></d:propfind>`
const addressesQuery = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-user-address-set/></d:prop></d:propfind>`

/** The email addresses under which the owner of the calendar is invited (RFC 6638). A server that does not tell leaves the user name. */
async function ownAddresses({ send, fields }: ConnectorContext): Promise<Set<string>> {
  const own = new Set([fields['user']?.toLowerCase() ?? ''])
  const ask = async (place: string, body: string, name: string) => {
    const text = { body, contentType: xmlType }
    const { body: xml } = await send({ method: 'PROPFIND', path: place, headers: { depth: '0', accept: 'application/xml' }, text })
    return hrefsIn(responsesOf(xml)[0] ?? '', name)
  }
  try {
    const [principal] = await ask('/', principalQuery, 'current-user-principal')
    const place = principal && URL.parse(principal, fields['baseUrl'])?.href
    for (const address of place ? await ask(place, addressesQuery, 'calendar-user-address-set') : [])
      own.add(address.replace(/^mailto:/i, '').toLowerCase())
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
  return own
}

type Listed = Omit<Occurrence, 'declinedBy'> & { attendees?: { self: true; responseStatus: 'declined' }[] }

/** All occurrences between two times, the next one first. @throws ServiceError for times in the wrong order or too far apart */
async function readOccurrences({ from, until, timeZone: zone }: Period, context: ConnectorContext): Promise<Listed[]> {
  const { send } = context
  const window = { from: Date.parse(from), until: Date.parse(until), timeZone: zone }
  if (window.until <= window.from) throw new ServiceError('The end must be after the beginning')
  if (window.until - window.from > longestDays * 86_400_000) throw new ServiceError('At most 366 days at once')
  const text = { body: query(window.from, window.until), contentType: xmlType }
  const { body } = await send({ method: 'REPORT', path: '/', headers: { depth: '1', accept: 'application/xml' }, text })
  const found = await listOccurrences(typeof body === 'string' ? body : '', window)
  const own = found.some(({ declinedBy }) => declinedBy.length > 0) ? await ownAddresses(context) : new Set<string>()
  const key = ({ start }: Listed) => ('dateTime' in start ? start.dateTime : start.date)
  return found
    .map(({ declinedBy, ...occurrence }): Listed => {
      const isDeclined = declinedBy.some((address) => own.has(address))
      return { ...occurrence, ...(isDeclined && { attendees: [{ self: true, responseStatus: 'declined' }] }) }
    })
    .toSorted((a, b) => key(a).localeCompare(key(b)))
}

/** The same for every try of one execution, so that a repeat finds the event that it has made. */
const uidOf = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 32)

const isRefused = (error: unknown, status: number): boolean => error instanceof ServiceError && error.status === status

/** https://www.rfc-editor.org/rfc/rfc4791 */
export const caldav = defineConnector({
  id: 'caldav',
  name: 'CalDAV',
  category: 'Productivity',
  description: 'Reads and writes events of a calendar on Nextcloud, iCloud, Fastmail, Radicale or any other CalDAV server.',
  serves: 'calendar_integration',
  baseUrl: '{baseUrl}',
  auth: [
    basic({
      user: { key: 'user', label: 'User name' },
      label: 'Password',
      hint: 'An app password where the server has them.',
      fields: [
        {
          key: 'baseUrl',
          label: 'Address of the calendar',
          kind: 'address',
          placeholder: 'https://cloud.acme.example/remote.php/dav/calendars/ada/personal',
        },
      ],
    }),
  ],
  test: {
    run: async ({ send }) => {
      const text = { body: about, contentType: xmlType }
      const { body } = await send({ method: 'PROPFIND', path: '/', headers: { depth: '0', accept: 'application/xml' }, text })
      const [part = ''] = responsesOf(body)
      if (!hasElement(part, 'calendar')) throw new ServiceError('This address is no calendar. Enter the address of one calendar.')
      return elementText(part, 'displayname') || null
    },
  },
  actions: {
    find_free_times: action({
      title: 'Find free times',
      description: 'Answers the times without an event between two times, each at least as long as wanted.',
      input: z.object({
        from: time('From'),
        until: time('Until'),
        minutes: z.int().min(5).max(1_440).default(30).meta({ title: 'Minutes at least' }),
        timeZone,
      }),
      isReadOnly: true,
      run: async (input, context) => findFreeTimes(await readOccurrences(input, context), input),
      sample: { free: [{ start: '2026-11-24T10:00:00.000Z', end: '2026-11-24T11:30:00.000Z' }], timeZone: 'Europe/Berlin' },
    }),
    list_events: action({
      title: 'List events',
      description: 'Lists events between two times, repeated ones each time, the next one first.',
      input: z.object({
        from: time('From'),
        until: time('Until'),
        timeZone,
        limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }),
      }),
      isReadOnly: true,
      run: async (input, context) => ({ items: (await readOccurrences(input, context)).slice(0, input.limit) }),
      sample: { items: [{ id: 'ev1.ics', summary: 'Demo', start: { dateTime: '2026-11-24T10:00:00.000Z' } }] },
    }),
    create_event: action({
      title: 'Create an event',
      description: 'Creates an event and answers its id.',
      input: z.object({ summary: z.string().min(1).max(500).meta({ title: 'Title' }), start: time('Start'), end: time('End'), ...details }),
      isReadOnly: false,
      isRepeatable: true,
      run: async (input, { send, identity, now }) => {
        if (Date.parse(input.end) <= Date.parse(input.start)) throw new ServiceError('The end must be after the beginning')
        const uid = uidOf(identity)
        const text = { body: writeEvent(uid, input, now), contentType: calendarType }
        try {
          await send({ method: 'PUT', path: path`/${`${uid}.ics`}`, headers: { 'if-none-match': '*' }, text })
        } catch (error) {
          if (!isRefused(error, 412)) throw error
        }
        return { id: `${uid}.ics`, summary: input.summary, start: input.start, end: input.end }
      },
      sample: { id: 'ev1.ics', summary: 'Demo', start: '2026-11-24T10:00:00+01:00', end: '2026-11-24T10:30:00+01:00' },
    }),
    update_event: action({
      title: 'Change an event',
      description:
        'Changes the given parts of an event, or of one occurrence of a repeated event. With a new start alone it stays as long as it was. A whole series is not moved.',
      input: z.object({
        eventId,
        occurrence: occurrence.optional(),
        summary: z.string().min(1).max(500).optional().meta({ title: 'Title' }),
        start: time('Start').optional(),
        end: time('End').optional(),
        ...details,
        timeZone,
      }),
      isReadOnly: false,
      run: async ({ eventId: id, ...changes }, { send, now }) => {
        const { body, headers } = await send({ path: path`/${id}`, headers: { accept: 'text/calendar' } })
        const before = typeof body === 'string' ? body : ''
        const etag = headers.get('etag')
        if (!(await timesOfMain(before))) throw new ServiceError('There is no event at this address')
        if (!etag)
          throw new ServiceError(
            'The server names no version of the event, so a change could overwrite others. Change it in the calendar itself.',
          )
        const { after, times } = await changeSafely(before, changes, now)
        const text = { body: after, contentType: calendarType }
        try {
          await send({ method: 'PUT', path: path`/${id}`, headers: { 'if-match': etag }, text })
        } catch (error) {
          if (isRefused(error, 412))
            throw new ServiceError('The event was changed meanwhile. Read it again.', { status: 412, cause: error })
          throw error
        }
        const { timeZone: _zone, ...changed } = changes
        return { id, ...changed, ...times }
      },
      sample: { id: 'ev1.ics', start: '2026-11-24T10:00:00.000Z', end: '2026-11-24T10:30:00.000Z' },
    }),
    delete_event: action({
      title: 'Delete an event',
      description: 'Deletes an event, with all of its repetitions.',
      input: z.object({ eventId }),
      method: 'DELETE',
      request: ({ eventId: id }) => ({ path: path`/${id}` }),
      read: () => ({ deleted: true }),
      sample: { deleted: true },
    }),
  },
})
