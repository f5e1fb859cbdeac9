import { PasswordQueueFullError } from '../../platform/crypto/crypto.ts'
import { AppError } from '../../platform/errors.ts'

/** Runs password hashing; a full queue answers 503 with Retry-After instead of a backlog (SEC-45). */
export async function hashing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PasswordQueueFullError)
      throw new AppError('UNAVAILABLE', 503, 'Too many sign-ins at once. Please try again in a moment.', {
        cause: error,
        retryAfterSeconds: error.retryAfterSeconds,
      })
    throw error
  }
}
