import type { RefusedAnswer } from './core.ts'

/** `answer`: the server refused; `network`: no answer, or one that was cut off; `timeout`: none in time. */
export type FailureKind = 'answer' | 'network' | 'timeout'

interface Failure {
  kind: FailureKind
  status?: number
  refusal?: RefusedAnswer | null
  retryAfterSeconds?: number | null
  attempts: number
  cause?: unknown
}

/** The only error that a call throws, besides the reason of your own abort signal. */
export class ImperiumError extends Error {
  readonly kind: FailureKind
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** For programs, and stable: the list is docs/api/errors.md. Empty without an answer of ours. */
  readonly code: string
  /** The message with named placeholders, and their values: to word it in your own language. */
  readonly key: string
  readonly values: Readonly<Record<string, unknown>>
  /** The fields that are wrong, of a 422. */
  readonly errors: NonNullable<RefusedAnswer['errors']>
  /** Finds the request in the server's log. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  /** How often it was tried. */
  readonly attempts: number

  constructor({ kind, status = 0, refusal = null, retryAfterSeconds = null, attempts, cause }: Failure) {
    super(refusal?.message ?? textOf(kind, status), { cause })
    this.name = 'ImperiumError'
    this.kind = kind
    this.status = status
    this.code = refusal?.code ?? ''
    this.key = refusal?.key ?? this.message
    this.values = refusal?.values ?? {}
    this.errors = refusal?.errors ?? []
    this.requestId = refusal?.requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds
    this.attempts = attempts
  }
}

const textOf = (kind: FailureKind, status: number): string =>
  kind === 'answer'
    ? `The server answered ${status}.`
    : kind === 'timeout'
      ? 'There was no answer in time.'
      : 'The server could not be reached.'
