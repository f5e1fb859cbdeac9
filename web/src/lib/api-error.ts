import type { Problem } from '@imperium/contract/kit/problem.ts'
import { t, translateMessage } from './words.ts'

/** Why a call failed: an error response, no response, or the request could not be made. */
export type FailureKind = 'answer' | 'network' | 'request'

interface Failure {
  kind: FailureKind
  status?: number
  problem?: Problem | null
  retryAfterSeconds?: number | null
  cause?: unknown
}

/** The only error that API calls throw. `message` is the server's message, else the text of the error catalogue. */
export class ApiError extends Error {
  readonly kind: FailureKind
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly problem: Problem | null
  readonly retryAfterSeconds: number | null

  constructor(failure: Failure) {
    super(catalogueText(failure), { cause: failure.cause })
    this.name = 'ApiError'
    this.kind = failure.kind
    this.status = failure.status ?? 0
    this.problem = failure.problem ?? null
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null
  }

  /** Messages by field of the body (`config.model`), for forms; the first message of a field counts. */
  get fields(): Record<string, string> {
    const entries = (this.problem?.errors ?? []).map((error) => [
      error.path.replace(/^body\./, ''),
      translateMessage(error) || t('Validation error'),
    ])
    return Object.fromEntries(entries.reverse())
  }
}

const textByStatus: Record<number, string> = {
  401: t('Session expired. Please login again.'),
  403: t('Access denied.'),
  404: t('Resource not found.'),
  409: t('Conflict occurred.'),
  422: t('Validation failed.'),
  429: t('Too many requests. Please try again later.'),
  500: t('Server error. Please try again later.'),
  502: t('Server error. Please try again later.'),
  503: t('Server error. Please try again later.'),
  504: t('Server error. Please try again later.'),
}

/** The catalogue of errors: the server's message if present, else the text of the status. */
function catalogueText({ kind, status = 0, problem }: Failure): string {
  if (kind === 'network') return t('Network error. Please check your connection.')
  if (kind === 'request') return t('Request error. Please try again.')
  return (problem ? translateMessage(problem) : '') || textByStatus[status] || t('An unexpected error occurred.')
}

/** Whether the server refused for good: another try would be refused, too. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404)

/**
 * The message for any thrown value, one toast per line. A 422 returns each field error; `fallback` is the screen's own
 * message, used if the server gave none.
 */
export function describeError(error: unknown, fallback?: string): string[] {
  if (!(error instanceof ApiError)) return [fallback ?? t('An unexpected error occurred.')]
  const entries = error.problem?.errors ?? []
  if (error.status === 422 && entries.length > 0)
    return [...new Set(entries.map((entry) => translateMessage(entry) || t('Validation error')))]
  if (error.kind !== 'answer' || error.problem?.error) return [error.message]
  return [fallback ?? error.message]
}
