import { z } from 'zod'
import { contract, events } from '@imperium/contract/registry.ts'
import { errorCodes } from '../errors.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { describeApi } from './openapi.ts'
import { plainSchema } from './plain-schema.ts'

/** Version of the API, not of the program: raised when something that clients rely on changes. */
const apiVersion = '1.0.0'

/** The OpenAPI document as text, the same byte for byte as `docs/api/openapi.json`. */
export const documentJson = (): string => `${JSON.stringify(describeApi(contract, apiVersion), null, 2)}\n`

/** Type, name in English and JSON Schema of the data of each event. */
export const describeEvents = (): { type: string; label: string; schema: Record<string, unknown> }[] =>
  events.map(({ type, label, payload }) => ({
    type,
    label,
    schema: z.toJSONSchema(payload, { io: 'output', override: plainSchema, unrepresentable: 'any' }),
  }))

/** What the document says of one module's operations below `/api/v1`, with the components that these need. */
export function describePublicPart(tag: string, group: readonly Endpoint[]): Record<string, unknown> {
  const { paths, ...rest } = describeApi({ [tag]: Object.fromEntries(group.map((endpoint) => [endpoint.id, endpoint])) }, apiVersion)
  return { ...rest, paths: Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/api/v1/'))) }
}

/** `docs/api/errors.md`. */
export function describeErrors(): string {
  const rows = Object.entries(errorCodes).map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
  return `# Error codes

Written by \`node scripts/openapi.ts --write\` from \`server/src/platform/errors.ts\`.

A refusal is \`{ success: false, error, message, code, errors?, requestId }\`: \`error\` and \`message\` hold the same words for people,
\`code\` is for programs and does not change, \`errors\` names the fields of a 422.

${rows.join('\n')}
`
}
