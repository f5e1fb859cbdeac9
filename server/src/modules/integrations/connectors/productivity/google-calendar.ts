import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import type { ApiRequest, ApiResponse } from '../../kit/connector.ts'
import { listAt, textAt } from '../../kit/read-value.ts'
import { ServiceError } from '../../kit/service-error.ts'
import { pollTrigger } from '../../kit/trigger.ts'
import { findFreeTimes } from './find-free-times.ts'
import { googleSignIn } from './google-sign-in.ts'

const calendarId = z.string().min(1).max(300).default('primary').meta({ title: 'Calendar', description: 'Its id; primary for your own' })
const eventId = z.string().min(1).max(1_024).meta({ title: 'Event' })
const time = (title: string) => z.iso.datetime({ offset: true }).meta({ title, description: 'As 2026-11-24T10:00:00+01:00' })
const details = {
  description: z.string().max(8_000).optional().meta({ title: 'Description', isLong: true }),
  location: z.string().max(1_000).optional().meta({ title: 'Place' }),
}
const notify = z.boolean().default(true).meta({ title: 'Inform the guests' })
const updates = (isSent: boolean) => ({ sendUpdates: isSent ? 'all' : 'none' })

/** What says of an event when it is, and whether it leaves the time free. */
const busyFields = 'nextPageToken,timeZone,items(start,end,status,transparency,attendees(self,responseStatus))'
const mostPages = 10

const nextPage = (body: unknown, request: ApiRequest): ApiRequest | null => {
  const pageToken = textAt(body, 'nextPageToken')
  return pageToken === '' ? null : { ...request, query: { ...request.query, pageToken } }
}

/** https://developers.google.com/workspace/calendar/api/v3/reference */
export const googleCalendar = defineConnector({
  id: 'google_calendar',
  name: 'Google Calendar',
  category: 'Productivity',
  description: 'Reads and writes events, and starts workflows with new ones.',
  isPopular: true,
  serves: 'calendar_integration',
  baseUrl: 'https://www.googleapis.com/calendar/v3',
  auth: [googleSignIn('https://www.googleapis.com/auth/calendar.events')],
  test: { request: { path: '/calendars/primary/events', query: { maxResults: 1 } }, account: (body) => textAt(body, 'summary') },
  actions: {
    find_free_times: action({
      title: 'Find free times',
      description: 'Answers the times without an event between two times, each at least as long as wanted.',
      input: z.object({
        calendarId,
        from: time('From'),
        until: time('Until'),
        minutes: z.int().min(5).max(1_440).default(30).meta({ title: 'Minutes at least' }),
      }),
      isReadOnly: true,
      run: async ({ calendarId: calendar, from, until, minutes }, { send }) => {
        if (Date.parse(until) <= Date.parse(from)) throw new ServiceError('The end must be after the beginning')
        const query = { timeMin: from, timeMax: until, singleEvents: true, orderBy: 'startTime', maxResults: 2_500, fields: busyFields }
        const events: unknown[] = []
        let request: ApiRequest | null = { path: path`/calendars/${calendar}/events`, query }
        let timeZone = 'UTC'
        for (let page = 0; request !== null; page++) {
          // A part of a calendar would show times as free that are not.
          if (page === mostPages) throw new ServiceError('This calendar has too many events for one reading')
          const { body }: ApiResponse = await send(request)
          events.push(...listAt(body, 'items'))
          timeZone = textAt(body, 'timeZone') || timeZone
          request = nextPage(body, request)
        }
        return findFreeTimes(events, { from, until, minutes, timeZone })
      },
      sample: { free: [{ start: '2026-11-24T10:00:00.000Z', end: '2026-11-24T11:30:00.000Z' }], timeZone: 'Europe/Berlin' },
    }),
    create_event: action({
      title: 'Create an event',
      description: 'Creates an event with guests and answers it.',
      input: z.object({
        calendarId,
        summary: z.string().min(1).max(500).meta({ title: 'Title' }),
        start: time('Start'),
        end: time('End'),
        ...details,
        attendees: z.array(z.email()).max(200).default([]).meta({ title: 'Guests' }),
        notify,
      }),
      method: 'POST',
      request: ({ calendarId: calendar, start, end, attendees, notify: isSent, ...rest }) => ({
        path: path`/calendars/${calendar}/events`,
        query: updates(isSent),
        json: { ...rest, start: { dateTime: start }, end: { dateTime: end }, attendees: attendees.map((email) => ({ email })) },
      }),
      sample: { id: 'ev1', status: 'confirmed', htmlLink: 'https://www.google.com/calendar/event?eid=ev1' },
    }),
    update_event: action({
      title: 'Change an event',
      description: 'Changes the given parts of an event.',
      input: z.object({
        calendarId,
        eventId,
        summary: z.string().min(1).max(500).optional().meta({ title: 'Title' }),
        start: time('Start').optional(),
        end: time('End').optional(),
        ...details,
        notify,
      }),
      method: 'PATCH',
      request: ({ calendarId: calendar, eventId: event, start, end, notify: isSent, ...rest }) => ({
        path: path`/calendars/${calendar}/events/${event}`,
        query: updates(isSent),
        json: { ...rest, ...(start && { start: { dateTime: start } }), ...(end && { end: { dateTime: end } }) },
      }),
      isRepeatable: true,
      sample: { id: 'ev1', summary: 'Demo', status: 'confirmed' },
    }),
    delete_event: action({
      title: 'Delete an event',
      description: 'Deletes an event.',
      input: z.object({ calendarId, eventId, notify }),
      method: 'DELETE',
      request: ({ calendarId: calendar, eventId: event, notify: isSent }) => ({
        path: path`/calendars/${calendar}/events/${event}`,
        query: updates(isSent),
      }),
      read: () => ({ deleted: true }),
      sample: { deleted: true },
    }),
    list_events: action({
      title: 'List events',
      description: 'Lists events between two times, the next one first.',
      input: z.object({
        calendarId,
        from: time('From').optional(),
        until: time('Until').optional(),
        q: z.string().max(200).optional().meta({ title: 'Search' }),
        limit: z.int().min(1).max(2_500).default(50).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: ({ calendarId: calendar, from, until, q, limit }) => ({
        path: path`/calendars/${calendar}/events`,
        query: { timeMin: from, timeMax: until, q, singleEvents: true, orderBy: 'startTime', maxResults: Math.min(limit, 250) },
      }),
      pages: {
        items: (body) => listAt(body, 'items'),
        next: nextPage,
        limit: ({ limit }) => limit,
      },
      sample: { items: [{ id: 'ev1', summary: 'Demo', start: { dateTime: '2026-11-24T10:00:00+01:00' } }] },
    }),
  },
  triggers: {
    new_event: pollTrigger({
      title: 'New event',
      description: 'Starts with each event that is added to a calendar.',
      input: z.object({ calendarId }),
      // Changed events come too, so those that were created before are left out.
      pages: {
        request: ({ calendarId: calendar }, since) => ({
          path: path`/calendars/${calendar}/events`,
          query: {
            ...(since !== null && { updatedMin: new Date(since).toISOString() }),
            orderBy: 'updated',
            showDeleted: false,
            maxResults: 250,
          },
        }),
        items: (body) => listAt(body, 'items'),
        next: nextPage,
        time: (event) => textAt(event, 'updated'),
        tooOld: 410,
      },
      isWanted: (event, _input, before) => textAt(event, 'status') !== 'cancelled' && Date.parse(textAt(event, 'created')) >= before,
      id: (event) => textAt(event, 'id'),
      sample: { id: 'ev1', summary: 'Demo', updated: '2026-11-24T09:00:00.000Z', start: { dateTime: '2026-11-24T10:00:00+01:00' } },
    }),
  },
})
