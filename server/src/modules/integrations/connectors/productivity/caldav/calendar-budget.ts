import { ServiceError } from '../../../kit/service-error.ts'

/** Events, single dates and occurrences of one answer. */
const mostSteps = 30_000
const mostMs = 2_000

/** Of this thread: a busy machine makes no calendar larger. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What reading one answer may cost: a calendar of strangers is read on the thread that serves everyone. */
export class CalendarBudget {
  #left = mostSteps
  readonly #end = processorMs() + mostMs

  /** @throws ServiceError where it is spent: a part of a calendar would show times as free that are not. */
  spend(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0 || processorMs() > this.#end) throw new ServiceError('This calendar has too many events for one reading')
  }
}
