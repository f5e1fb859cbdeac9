import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'

/** The screen's message, with the reason for a refusal or a lost connection. The query client ends an expired session. */
export function failureText(texts: string, error: unknown): string {
  const explained = error instanceof ApiError && (error.kind !== 'answer' || error.status < 500)
  return explained ? `${texts}. ${error.message}` : texts
}

/** Shows a toast that an action failed. */
export function reportFailure(texts: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  notify.error(failureText(texts, error))
}
