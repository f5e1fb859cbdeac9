import { heldText } from '../installation/held-error.ts'

export type EgressReason =
  | 'invalid_url'
  | 'blocked_address'
  | 'unknown_host'
  | 'connect_failed'
  | 'cut'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_response'
  | 'held'

/** Shown to users. A blocked address always gives the same message, so that internal ports cannot be probed. */
const messages: Record<EgressReason, string> = {
  invalid_url: 'This is not a web address we can call. Use http:// or https:// without a user name or password.',
  blocked_address: 'This address is not reachable from here. The operator can allow it with EGRESS_ALLOW.',
  unknown_host: 'The host name of this address could not be found.',
  connect_failed: 'No connection could be made to this address.',
  cut: 'The connection was closed before the answer was complete.',
  timeout: 'The other side did not answer in time.',
  too_large: 'The answer is larger than we accept.',
  too_many_redirects: 'The other side redirects too often.',
  held: heldText,
  bad_response: 'The other side did not answer in a form we understand.',
}

/** An outbound call without a response. `publicMessage` may be shown; `message` and `cause` are for the log. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly reason: EgressReason
  readonly publicMessage: string
  /** True once the request may have reached the receiver, so that a retry may repeat its effect. */
  readonly maybeSent: boolean

  constructor(reason: EgressReason, detail: string, options: { cause?: unknown; maybeSent?: boolean } = {}) {
    super(`${reason}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.reason = reason
    this.publicMessage = messages[reason]
    this.maybeSent = options.maybeSent ?? false
  }
}
