// Reads calendars away from the event loop: repeated events of strangers are counted out.
import { answerRequests } from '../../../../../platform/threads/answer-requests.ts'
import { ServiceError } from '../../../kit/service-error.ts'
import { CalendarBudget } from './calendar-budget.ts'
import { mainTimes, occurrencesOf } from './calendar-data.ts'
import { withChanges } from './change-event.ts'
import { elementText, resourceName, responsesOf } from './multistatus.ts'
import type { CalendarReply, CalendarRequest } from './read-calendar-safely.ts'

function read(request: CalendarRequest): CalendarReply['read'] {
  if ('changes' in request) return withChanges(request.file, request.changes, request.now)
  if ('file' in request) return mainTimes(request.file)
  const budget = new CalendarBudget()
  return responsesOf(request.answer).flatMap((part) =>
    occurrencesOf(resourceName(elementText(part, 'href')), elementText(part, 'calendar-data'), request.window, budget),
  )
}

answerRequests<CalendarRequest, CalendarReply | { refused: ServiceError['text'] }>((request) => {
  try {
    return { read: read(request) }
  } catch (error) {
    if (error instanceof ServiceError) return { refused: error.text }
    throw error
  }
})
