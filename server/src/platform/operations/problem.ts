import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { message, worded } from '@imperium/contract/kit/message.ts'
import { AppError, unavailable } from '../errors.ts'
import type { FieldError } from '../errors.ts'
import { isBrowserNavigation, refusalPage } from './refusal-page.ts'
import { sendPage } from './send-page.ts'

/** Framework errors caused by the client, in our codes and messages. */
const ofFramework: Record<number, [code: string, message: string]> = {
  400: ['BAD_REQUEST', 'The request is malformed.'],
  413: ['BODY_TOO_LARGE', 'The request body is too large.'],
  414: ['BAD_REQUEST', 'The address is too long.'],
}

// Errors of node and pg when the database is unreachable, shutting down, out of connections or too slow, or aborted a transaction.
const databaseUnavailable = /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[1-3]|53300|53100|57014|25P03|40P01|40001|08\d{3}/
const databaseAwayText =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|the database system is|not queryable|Client has encountered a connection error/i

/** A body type that the route does not accept. `upload`: the accepted types, if not JSON. */
export function wrongType(upload: readonly string[] | undefined, cause?: unknown): AppError {
  const text = upload
    ? message('Send the body as one of these: {types}.', { types: upload.join(', ') })
    : 'Send the body as application/json.'
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 415, text, { cause })
}

function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    databaseUnavailable.test(code) ||
    databaseAwayText.test(error.message) ||
    (error.cause !== undefined && isDatabaseUnavailable(error.cause))
  )
}

/** Converts any thrown value to an error with a public message; internal errors become a plain 500. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return unavailable('Server error. Please try again later.', error)
  const status = (error as FastifyError | undefined)?.statusCode ?? 500
  const known = ofFramework[status]
  if (known) return new AppError(known[0], status, known[1], { cause: error })
  return new AppError('INTERNAL', 500, 'Server error. Please try again later.', { cause: error })
}

/** Answers with a page for browsers that followed a link, and with the envelope for all others. */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  return isBrowserNavigation(request) ? sendPage(reply, refusalPage(request, error)) : sendProblem(reply, request.id, error)
}

/** The one place that writes refusals for programs: `{ success: false, error, message, code, errors?, existingId?, requestId }`. */
export function sendProblem(reply: FastifyReply, requestId: string, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  const errors: { errors?: FieldError[] } = error.errors ? { errors: error.errors } : {}
  const existing: { existingId?: string } = error.existingId === undefined ? {} : { existingId: error.existingId }
  // Set here because framework errors, such as a malformed URL, come before all hooks.
  reply.header('x-request-id', requestId)
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({ success: false, error: error.message, ...worded(error.text), code: error.code, ...errors, ...existing, requestId }),
    )
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
    // The client disconnected in the middle of the body: no error, and no response is received.
    const hasLeft = request.raw.destroyed && !request.raw.complete
    const isWrongType = !(error instanceof AppError) && error.statusCode === 415
    const problem = hasLeft
      ? new AppError('BAD_REQUEST', 400, 'The request is incomplete.')
      : isWrongType
        ? wrongType(request.routeOptions.config.upload, error)
        : toAppError(error)
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? error }, 'request failed')
    return refuse(request, reply, problem)
  })
}
