import { englishOf, textOf } from '@imperium/contract/kit/message.ts'
import type { Text, Worded } from '@imperium/contract/kit/message.ts'

/** With values: `{ path, ...message('There is no field "{field}"', { field }) }`. */
export interface FieldError extends Worded {
  path: string
}

/**
 * The only error with a message for the user. Any other error becomes a 500 without details.
 * `cause` goes to the log, never to the response (SEC-36, R5).
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  /** The message with its key and values, if it has any; `message` is its English. */
  readonly text: Text
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** The existing row, when the caller may know it. */
  readonly existingId: string | undefined

  constructor(
    code: string,
    status: number,
    publicMessage: Text,
    details: { cause?: unknown; errors?: FieldError[]; retryAfterSeconds?: number; existingId?: string } = {},
  ) {
    super(englishOf(publicMessage), { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.text = publicMessage
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
    this.existingId = details.existingId
  }
}

export const notFound = (message: Text = 'Resource not found.') => new AppError('NOT_FOUND', 404, message)
export const conflict = (message: Text, code = 'CONFLICT') => new AppError(code, 409, message)
/** The row changed since the caller read it. */
export const stale = () => conflict('This was changed by another member in the meantime. Reload and try again.', 'STALE_WRITE')
export const invalid = (errors: FieldError[], message: Text = errors[0] ? textOf(errors[0]) : 'Validation failed.') =>
  new AppError('VALIDATION_FAILED', 422, message, { errors })
export const forbidden = (message: Text = 'Access denied.', code = 'FORBIDDEN') => new AppError(code, 403, message)
export const unauthenticated = (message: Text = 'Session expired. Please login again.', code = 'UNAUTHENTICATED') =>
  new AppError(code, 401, message)
export const limited = (retryAfterSeconds: number, message: Text = 'Too many requests. Please try again later.') =>
  new AppError('RATE_LIMITED', 429, message, { retryAfterSeconds })
export const unavailable = (message: Text = 'Server error. Please try again later.', cause?: unknown) =>
  new AppError('UNAVAILABLE', 503, message, { cause, retryAfterSeconds: 2 })

/** A plan limit is reached: 409 with the plan that lifts it, if there is one. */
export const planLimit = (message: Text) => conflict(message, 'PLAN_LIMIT')

/** All error codes of responses; docs/api/errors.md is generated from here. */
export const errorCodes: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'The request is malformed (400).',
  UNAUTHENTICATED: 'No session, or it has ended (401).',
  API_KEY_INACTIVE: 'The API key was revoked, replaced or has expired, or its maker may no longer use it; the message says which (401).',
  INVALID_CREDENTIALS: 'Unknown account or wrong password; never says which (401).',
  WRONG_FACTOR: 'The second factor was answered wrongly; five times end the sign-in (401).',
  CHALLENGE_EXPIRED: 'The sign-in that waits for its second factor is over: begin it again (401).',
  FORBIDDEN: 'The role does not allow it, or the browser request did not come from our own pages (403).',
  REAUTHENTICATION_REQUIRED: 'Confirm who you are first, with POST /api/auth/reauthenticate (403).',
  ADDRESS_NOT_ALLOWED: 'The API key may not be used from this address (403).',
  EMAIL_NOT_VERIFIED: 'Verify your own email address first (403).',
  TWO_FACTOR_REQUIRED: 'The organization requires two-factor authentication, and the account has none (403).',
  SSO_REQUIRED: 'Every organization of the account lets it in by single sign-on only (403).',
  PASSWORD_EXPIRED: 'The password is older than the organization allows; change it with POST /api/auth/change-password (403).',
  APPROVAL_REQUIRED:
    'Over MCP, in an organization that asks for it: a member must approve this call first; then the same call works once (403).',
  APPROVAL_REJECTED: 'Over MCP: a member rejected this call (403).',
  ORGANIZATION_SUSPENDED: 'The organization is suspended and read-only (403).',
  NOT_FOUND: 'There is no such thing, or not for you (404).',
  METHOD_NOT_ALLOWED: 'The path exists, the method does not (405).',
  CONFLICT: 'The state does not allow it (409).',
  LAST_SIGN_IN_METHOD: 'Nothing else would let the person in (409).',
  DOMAIN_NOT_PROVED: 'The DNS does not hold the record that proves the domain (409).',
  ALREADY_DECIDED: 'The first decision stands: this was approved, rejected, cancelled or has expired (409).',
  CONTACT_EXISTS: 'Another contact has the email address; `existingId` is its id (409).',
  SUPPRESSED: 'The address is on the suppression list: the person asked not to be reached this way, or cannot be (409).',
  STALE_WRITE: 'The row changed since it was read (409).',
  ALREADY_MEMBER: 'The person is a member already (409).',
  ALREADY_INVITED: 'The person has an open invitation already: send it again instead (409).',
  LAST_OWNER: 'The owner hands the organization over, or deletes it, before leaving (409).',
  PLAN_LIMIT: "The organization's plan does not allow more (409), or no more this month (429).",
  IDEMPOTENCY_IN_PROGRESS: 'The first request with this idempotency key is still in progress; repeat it later (409).',
  IDEMPOTENCY_MISMATCH: 'The idempotency key was used with another request (409).',
  INVITATION_USED: 'The invitation has been accepted already (410).',
  INVITATION_REVOKED: 'The invitation was taken back (410).',
  LINK_EXPIRED: 'The link was made for a time that is over (410).',
  INVITATION_EXPIRED: 'The invitation is older than seven days (410).',
  WORKFLOW_FAILED: 'The workflow that the webhook started ended without an answer, as failed (500).',
  BODY_TOO_LARGE: 'The body is larger than the operation takes (413).',
  UNSUPPORTED_MEDIA_TYPE: 'Send application/json (415).',
  VALIDATION_FAILED: 'Fields are wrong; `errors` names them (422).',
  RATE_LIMITED: 'Too many requests; `Retry-After` says when (429).',
  INTERNAL: 'Our fault; the request id finds it in the log (500).',
  UNAVAILABLE: 'The database is away or the server is overloaded; try again (503).',
}
