import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../../../platform/threads/thread-reader.ts'
import { ServiceError } from '../../../kit/service-error.ts'
import type { Occurrence, Window } from './calendar-data.ts'
import type { ChangedEvent, Changes } from './change-event.ts'

interface MainTimes {
  startMs: number
  lengthMs: number
}
/** An answer of a server with many files; one file, or one with its changes. */
export type CalendarRequest = { answer: string; window: Window } | { file: string } | { file: string; changes: Changes; now: Date }
export interface CalendarReply {
  read: Occurrence[] | MainTimes | ChangedEvent | null
}

const askThread = createThreadReader<CalendarRequest, CalendarReply | { refused: ServiceError['text'] }>(
  new URL('./calendar-thread.ts', import.meta.url),
  { mostMs: 5_000, threads: 2 },
)

/** By a thread with limits of time and memory. @throws ServiceError */
async function ask<Read>(request: CalendarRequest): Promise<Read> {
  const reply = await askThread(request).catch((cause: unknown) => {
    if (!(cause instanceof ReaderFault || cause instanceof ReaderLimitError)) throw cause
    throw new ServiceError('This calendar has too many events for one reading', { cause })
  })
  if ('refused' in reply) throw new ServiceError(reply.refused)
  return reply.read as Read
}

/** All occurrences in the answer of a server. */
export const listOccurrences = (answer: string, window: Window): Promise<Occurrence[]> => ask({ answer, window })
/** Times of the first event of a file; null where there is none. */
export const timesOfMain = (file: string): Promise<MainTimes | null> => ask({ file })
/** The file with the changes, and the times that the event has then. @throws ServiceError for what cannot be changed so */
export const changeSafely = (file: string, changes: Changes, now: Date): Promise<ChangedEvent> => ask({ file, changes, now })
