import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'

/** The screen's own words (S1 section 8); a refusal and a lost connection add why. The query client ends an expired session. */
export function failureText(words: string, error: unknown): string {
  const explained = error instanceof ApiError && (error.kind !== 'answer' || error.status < 500)
  return explained ? `${words}. ${error.message}` : words
}

/** Says as a toast that an action failed. */
export function reportFailure(words: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  notify.error(failureText(words, error))
}
