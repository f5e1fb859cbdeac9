import { englishOf } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'

/** What the service, or the way to it, answered in place of a result. `text` may be shown: it holds no secret. `message` is its English. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly text: Text
  /** HTTP status; 0 where there is none. */
  readonly status: number
  /** A later try may succeed, and repeats nothing. */
  readonly isRetryable: boolean
  /** The service may have acted. */
  readonly isUnknown: boolean
  readonly retryAfterMs: number | null

  constructor(
    text: Text,
    { status = 0, isRetryable = false, isUnknown = false, retryAfterMs = null, cause }: ServiceErrorDetails & { cause?: unknown } = {},
  ) {
    super(englishOf(text), cause === undefined ? undefined : { cause })
    this.text = text
    this.status = status
    this.isRetryable = isRetryable
    this.isUnknown = isUnknown
    this.retryAfterMs = retryAfterMs
  }
}

interface ServiceErrorDetails {
  status?: number
  isRetryable?: boolean
  isUnknown?: boolean
  retryAfterMs?: number | null
}

/** The credentials do not work, or no longer. */
export const isRefused = (error: ServiceError): boolean => error.status === 401 || error.status === 403
