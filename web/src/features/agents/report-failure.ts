import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'

/** The screen's message (S1 section 8), with the reason for a refusal or a lost connection. The query client ends an expired session. */
export function failureText(words: string, error: unknown): string {
  const explained = error instanceof ApiError && (error.kind !== 'answer' || error.status < 500)
  return explained ? `${words}. ${error.message}` : words
}

/** Shows a toast that an action failed. */
export function reportFailure(words: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  notify.error(failureText(words, error))
}
