import { ApiError } from '../../lib/api-error.ts'

const tooMany = 429

/** Whether the server said that a link leads nowhere. What it did not answer, or not now, is not the fault of the link. */
export const isDeadLink = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== tooMany
