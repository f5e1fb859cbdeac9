import { z } from 'zod'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { Problem } from '@imperium/contract/kit/problem.ts'
import { errorCodes } from '../../platform/errors.ts'
import { envelopeOf } from '../../platform/operations/reply-schema.ts'
import { isDocumented } from '../../platform/operations/statuses.ts'
import type { Reply } from './send.ts'

// Text that a response must never contain: our files, a stack trace, SQL, messages of the database (R5).
const inside =
  /node_modules|\.ts:\d+|\bat \w+ \(|\/(work|home|usr|var|tmp)\/|\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b|syntax error|violates|duplicate key|relation "|column "|invalid input (syntax|value)|22P0|kysely|pg_|imperium_(app|auth)/i

/** Faults of a response, whatever was requested: a line each, empty for a valid one. */
export function faultsOf(endpoint: Endpoint, reply: Reply): string[] {
  if (reply.status !== 405 && !isDocumented(endpoint, reply.status))
    return [`answers ${reply.status}, which the OpenAPI document does not name: ${reply.text.slice(0, 200)}`]
  // A page may also show a refusal. Values and addresses are sealed (random text), or were sent by the caller.
  if (endpoint.page && String(reply.headers['content-type']).startsWith('text/html'))
    return inside.test(reply.text.replaceAll(/(?:value|action|href)="[^"]*"/g, '')) ? [`shows its inside: ${reply.text.slice(0, 300)}`] : []
  if (reply.status >= 500) return [`answers ${reply.status}: ${reply.text.slice(0, 200)}`]
  return reply.status >= 400 ? faultsOfRefusal(endpoint, reply) : faultsOfSuccess(endpoint, reply)
}

const strictProblem = z.strictObject(Problem.shape)

function faultsOfRefusal(endpoint: Endpoint, reply: Reply): string[] {
  const faults: string[] = []
  const problem = strictProblem.safeParse(reply.json)
  if (!problem.success) return [`${reply.status} without a well-formed envelope: ${reply.text.slice(0, 200)}`]
  const { code, error, message, errors, requestId } = problem.data
  if (error !== message) faults.push('error and message differ')
  if (!(code in errorCodes)) faults.push(`unknown code ${code}`)
  if (reply.status === 422 && !errors?.length) faults.push('422 names no field')
  if (requestId !== reply.headers['x-request-id']) faults.push('request id in body and header differ')
  if (reply.status === 429 && !reply.headers['retry-after']) faults.push('429 without Retry-After')
  // The name of the field that holds the values of a message is no SQL.
  if (inside.test(reply.text.replaceAll('"values":', ''))) faults.push(`shows its inside: ${reply.text.slice(0, 300)}`)
  return faults
}

/** To a path of ours; a link of a campaign leads to the address that its sample stored, and to no other. */
const isOurs = ({ id }: Endpoint, location: string): boolean =>
  location.startsWith('/') || ((id === 'tracking.click' || id === 'tracking.follow') && location === 'https://example.com/')

function faultsOfSuccess(endpoint: Endpoint, reply: Reply): string[] {
  const type = String(reply.headers['content-type'])
  if (endpoint.event && type.startsWith('text/event-stream')) return faultsOfStream(endpoint, reply)
  if (endpoint.redirects || endpoint.page)
    return reply.status === 303 && isOurs(endpoint, String(reply.headers['location']))
      ? []
      : [`answers ${reply.status} and not with a redirect`]
  const expected = endpoint.status ?? 200
  if (reply.status !== expected) return [`answers ${reply.status} instead of ${expected}`]
  if (endpoint.file) return type.startsWith(endpoint.file.replace('*', '')) ? [] : [`answers ${type} instead of ${endpoint.file}`]
  if (endpoint.raw) return []
  if (!type.startsWith('application/json')) return [`answers ${type}`]
  const parsed = strictEnvelopeOf(endpoint).safeParse(reply.json)
  return parsed.success ? [] : [`reply does not parse: ${z.prettifyError(parsed.error).slice(0, 400)}`]
}

/** The first event and all later ones must parse by the contract. */
function faultsOfStream(endpoint: Endpoint, reply: Reply): string[] {
  const data = reply.text.split('\n').filter((line) => line.startsWith('data: '))
  if (!data.length) return ['the stream holds no event']
  return data.flatMap((line) => {
    const parsed = endpoint.event?.safeParse(JSON.parse(line.slice(6)))
    return parsed?.success ? [] : [`event does not parse: ${line.slice(0, 200)}`]
  })
}

const strictEnvelopes = new Map<Endpoint, z.ZodObject>()

/** The envelope itself takes no other field; what lies in `data` is cut to its schema by the serializer already. Built once per endpoint. */
function strictEnvelopeOf(endpoint: Endpoint): z.ZodObject {
  const known = strictEnvelopes.get(endpoint)
  if (known) return known
  const made = z.strictObject(envelopeOf(endpoint).shape)
  strictEnvelopes.set(endpoint, made)
  return made
}
