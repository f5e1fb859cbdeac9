type Json = Record<string, unknown>

const integerHeader = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } })

/** Headers of every response, and `Retry-After` of those that ask the client to wait. */
export const sharedHeaders: Record<string, Json> = {
  'X-Request-Id': { description: 'Finds this request in the log.', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests that the tightest limit allows in its window.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'X-RateLimit-Reset': integerHeader('Seconds until the window ends.'),
  'Retry-After': integerHeader('Seconds to wait.'),
}

export const sharedParameters: Record<string, Json> = {
  Tenant: {
    name: 'X-Tenant',
    in: 'header',
    description: "Id or slug of one of the caller's organizations; without it the session's current one.",
    schema: { type: 'string', maxLength: 100 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same request answers the first result again for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last event seen: the stream goes on after it.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
}

const texts: Record<number, string> = {
  400: 'The request is malformed.',
  401: 'No session, or it has ended.',
  403: 'Not allowed.',
  404: 'There is no such thing, or not for you.',
  409: 'The current state does not allow this.',
  410: 'It was there and is no more: used, revoked or expired.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body is not JSON.',
  422: 'Fields are wrong; `errors` names them.',
  429: 'Too many requests, or the calls of the plan are used up.',
  500: 'Our fault; the request id finds it in the log.',
  503: 'The database is away or the server is overloaded; try again.',
}

export const sharedResponses: Record<string, Json> = Object.fromEntries(
  Object.entries(texts).map(([status, description]) => [
    `Problem${status}`,
    {
      description,
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        ...(status === '429' || status === '503' ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
      },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
)

export const securitySchemes: Json = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a sign-in; with the cookie, the handle that pairs with it.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of the organization (`imp_org_…`) or of one agent (`imp_agent_…`): below `/api/v1` alone.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'Set for browsers. Wants the handle as bearer beside it. Called `imperium_session` on plain http.',
  },
}
