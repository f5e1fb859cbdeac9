import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { hasValues } from '../../../platform/text/exact-json.ts'

const secretName = /^(proxy-)?authorization$|^cookie$|password|secret|api[-_]?key|(^|[-_])token$/i

/** Names under which secrets are kept. */
export const isSecretName = (name: string): boolean => secretName.test(name)

/** What the history shows of a configuration: values under names of secrets are not among it. */
export function redactConfig(value: unknown): Json {
  if (!hasValues(value)) return value === undefined ? null : (value as Json)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(redactConfig)
  // Rows of name and value, as headers are.
  const { name, value: held } = value as { name?: unknown; value?: unknown }
  if (typeof name === 'string' && held !== undefined && isSecretName(name))
    return { ...(value as { [key: string]: Json }), value: '[redacted]' }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]): [string, Json][] =>
      item === undefined ? [] : [[key, isSecretName(key) && item ? '[redacted]' : redactConfig(item)]],
    ),
  )
}
