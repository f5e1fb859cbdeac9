import fastJson from 'fast-json-stringify'
import type { Schema } from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { plainSchema } from './plain-schema.ts'

/** The envelope of a success: `{ success, message?, data, page?, requestId }`. */
export const envelopeOf = (endpoint: Endpoint) =>
  z.object({
    success: z.literal(true),
    message: z.string().optional(),
    data: endpoint.reply ?? z.null(),
    ...(endpoint.paged ? { page: z.object({ nextCursor: z.string().nullable() }) } : {}),
    requestId: z.string(),
  })

/**
 * JSON schema for fast-json-stringify, which writes declared fields only. Without `additionalProperties: false` and `pattern` a stray field
 * in a union is dropped instead of throwing, and it is faster. It cannot compile recursive `z.json()`: it becomes "anything".
 */
function replySchemaOf(endpoint: Endpoint): Schema {
  const schema = z.toJSONSchema(envelopeOf(endpoint), { target: 'draft-7', io: 'output', override: plainSchema })
  return relax(schema) as Schema
}

const serializers = new WeakMap<Endpoint, (response: unknown) => string>()

/**
 * Serializes the responses of an endpoint. Compiled at the first one, and once per process for all its routes: compiling all of them
 * would add half a second to every start.
 */
export function serializerOf(endpoint: Endpoint): (response: unknown) => string {
  return (response) => {
    let serialize = serializers.get(endpoint)
    if (!serialize) {
      serialize = fastJson(replySchemaOf(endpoint))
      serializers.set(endpoint, serialize)
    }
    return serialize(response)
  }
}

function relax(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relax)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(
    ([key, inner]) => !(key === 'additionalProperties' && inner === false) && !(key === 'pattern' && typeof inner === 'string'),
  )
  return Object.fromEntries(kept.map(([key, inner]) => [key, relax(inner)]))
}
