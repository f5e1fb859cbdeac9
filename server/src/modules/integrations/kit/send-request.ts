import { message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import { parseRetryAfterMs } from '../../../platform/signed-http/retry-schedule.ts'
import { readBody } from '../../../platform/text/charset.ts'
import { parseJson } from '../../../platform/text/exact-json.ts'
import { buildRequest } from './build-request.ts'
import type { BuiltRequest } from './build-request.ts'
import type { ApiRequest, ApiResponse } from './request.ts'
import { secretsOf } from './open-connection.ts'
import type { OpenConnection, Outside } from './open-connection.ts'
import { at } from './read-value.ts'
import { createRedactor } from './redact.ts'
import { ServiceError } from './service-error.ts'

const timeoutMs = 30_000
const maxBytes = 4 * 1024 * 1024
const longestMessage = 500
/** What is read of a service's words: it may answer megabytes. */
const longestRead = 4_000
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'PROPFIND', 'REPORT'])

/** Where most services put their words, in the order of trying. */
const usualPlaces = [
  ...(['error.message', 'error_description', 'message', 'error', 'errors.0.message', 'errors.0.detail', 'errors.0', 'detail'] as const),
  ...(['title', 'error.0.message', 'description', '0.message', 'errorMessages.0', 'reason'] as const),
]

export interface SendOptions {
  signal: AbortSignal
  /** A repeat does no harm: an unknown outcome may be tried again. */
  isRepeatable?: boolean | undefined
}

/** One call of the service, with credentials, limits and the egress guard. @throws ServiceError with the service's own words. */
export async function sendRequest(
  outside: Outside,
  connection: OpenConnection,
  request: ApiRequest,
  { signal, isRepeatable }: SendOptions,
): Promise<ApiResponse> {
  const built = buildRequest(connection, request)
  const mayRepeat = isRepeatable ?? repeatable.has(built.method)
  const used = secretsOf(connection)
  const token = connection.fields['accessToken'] ?? ''
  const first = await exchange(outside, built, signal, mayRepeat)
  // Refused for its token the request did nothing: not every service says when a token ends, and any may end one sooner.
  const isRenewed = first.status === 401 && ((await connection.renew?.(token)) ?? false)
  const response = isRenewed ? await exchange(outside, buildRequest(connection, request), signal, mayRepeat) : first
  const redact = createRedactor([...used, ...secretsOf(connection)])
  const { errors } = connection.connector
  const isFailed = response.status < 200 || response.status > 299 || (errors?.isFailure?.(response.body) ?? false)
  if (!isFailed) return response
  const { status } = response
  const isBusy = status === 429 || status === 503
  throw new ServiceError(missingScope(response) ?? textOf(response, errors?.message, redact), {
    status: status < 300 ? 0 : status,
    isRetryable: isBusy || (status >= 500 && mayRepeat),
    isUnknown: status >= 500 && !isBusy && !mayRepeat,
    retryAfterMs: isBusy ? parseRetryAfterMs(response.headers.get('retry-after'), outside.now()) : null,
  })
}

async function exchange(outside: Outside, built: BuiltRequest, signal: AbortSignal, mayRepeat: boolean): Promise<ApiResponse> {
  const { url, method, headers, body } = built
  try {
    const response = await outside.httpOut.fetch(url, { method, headers, body, signal, timeoutMs, maxBytes })
    const text = textOfBody(new Uint8Array(await response.arrayBuffer()), response.headers)
    return { status: response.status, headers: response.headers, body: parse(text, response.headers) }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    const { reason, maybeSent } = error
    const isFixed = reason === 'invalid_url' || reason === 'blocked_address' || reason === 'too_large'
    const isUnknown = maybeSent && !mayRepeat
    throw new ServiceError(error.publicMessage, { isRetryable: !isFixed && !isUnknown, isUnknown: isUnknown && !isFixed, cause: error })
  }
}

/** Anything but text comes in base64. @throws ServiceError for letters that cannot be told: they would be stored as rubbish. */
function textOfBody(bytes: Uint8Array, headers: Headers): string {
  const body = readBody(bytes, headers.get('content-type'))
  if (body.kind === 'text') return body.text
  if (body.kind === 'binary') return body.base64
  throw new ServiceError('The service answered in an unknown encoding', {})
}

function parse(text: string, headers: Headers): unknown {
  if (text === '') return null
  if (!/\bjson\b/.test(headers.get('content-type') ?? '') && !/^\s*[[{]/.test(text)) return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** The scope that the credentials lack (RFC 6750, 3.1): the service's own words rarely name it. */
function missingScope({ status, headers }: ApiResponse): Text | undefined {
  const challenge = headers.get('www-authenticate') ?? ''
  if (!/\berror="?insufficient_scope\b/i.test(challenge)) return undefined
  const [, quoted, bare] = /\bscope=(?:"([^"]{1,300})"|([^\s",]{1,300}))/i.exec(challenge) ?? []
  const scope = quoted ?? bare
  return scope === undefined ? undefined : message('{status}: The credentials lack the scope {scope}', { status: String(status), scope })
}

/** The service's own words, behind the status of a refusal. */
function textOf({ status, body }: ApiResponse, own: ((body: unknown) => unknown) | undefined, redact: (text: string) => string): Text {
  const candidates = [own?.(body), ...(typeof body === 'string' ? [body] : usualPlaces.map((place) => at(body, place)))]
  const found = candidates.find((each): each is string => typeof each === 'string' && each.trim() !== '')
  const text = (found ?? '')
    .slice(0, longestRead)
    .replaceAll(/<[^<>]*>|[\p{Cc}\s]+/gu, ' ')
    .trim()
  const shown = text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text
  const isRefusal = status < 200 || status > 299
  if (shown !== '') return redact(isRefusal ? `${status}: ${shown}` : shown)
  return isRefusal
    ? message('{status}: The service refused without saying why', { status: String(status) })
    : 'The service refused without saying why'
}
