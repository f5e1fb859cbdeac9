import { momentOf } from '@imperium/contract/kit/wall-clock.ts'
import { ServiceError } from '../../kit/service-error.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'

const mostTimes = 100

interface Window {
  from: string
  until: string
  minutes: number
  /** In which whole days are counted. */
  timeZone: string
}

/** A whole day has a date and no time. */
function momentAt(event: unknown, place: string, timeZone: string): number {
  const moment = textAt(event, `${place}.dateTime`)
  if (moment !== '') return Date.parse(moment)
  const wall = Date.parse(`${textAt(event, `${place}.date`)}T00:00:00Z`)
  return Number.isNaN(wall) ? Number.NaN : momentOf(wall, textAt(event, `${place}.timeZone`) || timeZone)
}

/** Events that are cancelled, shown as available, or declined by the owner of the calendar leave the time free. */
const isBusy = (event: unknown): boolean =>
  textAt(event, 'status') !== 'cancelled' &&
  textAt(event, 'transparency') !== 'transparent' &&
  !listAt(event, 'attendees').some((guest) => at(guest, 'self') === true && textAt(guest, 'responseStatus') === 'declined')

/** The gaps between events of a calendar that are long enough. */
export function findFreeTimes(events: readonly unknown[], { from, until, minutes, timeZone }: Window) {
  const end = Date.parse(until)
  const taken = events
    .filter(isBusy)
    .map((event): [number, number] => [momentAt(event, 'start', timeZone), momentAt(event, 'end', timeZone)])
  if (taken.some(([start, stop]) => Number.isNaN(start + stop)))
    throw new ServiceError('This calendar is incomplete: the times of an event cannot be read')
  const sorted = taken.filter(([start, stop]) => start < stop).toSorted((a, b) => a[0] - b[0])
  const free: { start: string; end: string }[] = []
  let freeFrom = Date.parse(from)
  for (const [start, stop] of [...sorted, [end, end] as const]) {
    const gapEnd = Math.min(start, end)
    if (gapEnd - freeFrom >= minutes * 60_000) free.push({ start: new Date(freeFrom).toISOString(), end: new Date(gapEnd).toISOString() })
    freeFrom = Math.max(freeFrom, stop)
  }
  return { free: free.slice(0, mostTimes), timeZone }
}
