import { ApiError } from '../../lib/api-error.ts'

const tooMany = 429

/** True if the server reported that the link is invalid. A network or temporary error is not the link's fault. */
export const isDeadLink = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== tooMany
