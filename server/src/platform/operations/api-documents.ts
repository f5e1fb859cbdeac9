import { contract } from '@imperium/contract/registry.ts'
import { errorCodes } from '../errors.ts'
import { describeApi } from './openapi.ts'

/** Version of the API, not of the program: raised when something that clients rely on changes. */
const apiVersion = '1.0.0'

/** The OpenAPI document as text, the same byte for byte as `docs/api/openapi.json`. */
export const documentJson = (): string => `${JSON.stringify(describeApi(contract, apiVersion), null, 2)}\n`

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
