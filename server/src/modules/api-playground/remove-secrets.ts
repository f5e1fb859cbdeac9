import { keyPrefixes } from '@imperium/contract/api-keys.ts'
import type { PlaygroundRow } from '@imperium/contract/api-playground.ts'

const removed = '[redacted]'
/** Names of headers, parameters and fields whose values are secrets. */
const secretName = /authorization|cookie|token|secret|passw|passphrase|credential|private|api[-_]?key|^key$|signature|^otp$|^code$/i
/** Keys and tokens by their form, wherever they stand. */
const secretForms = [
  new RegExp(`(?:${Object.values(keyPrefixes).join('|')}|whsec_|sk_|pk_|ghp_)[\\w+/=-]{8,}`, 'g'),
  /\b(Bearer|Basic)\s+[\w.+/=~-]{8,}/gi,
]

const withoutForms = (text: string): string => secretForms.reduce((rest, form) => rest.replaceAll(form, removed), text)

/** The value of a pair as it may be stored. */
const storedValue = (key: string, value: string): string => (secretName.test(key) && value !== '' ? removed : withoutForms(value))

export const withoutSecretsInRows = (rows: readonly PlaygroundRow[]): PlaygroundRow[] =>
  rows.map((row) => ({ ...row, value: storedValue(row.key, row.value) }))

export const withoutSecretsInValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, storedValue(key, value)]))

/** A value below a secret name: nothing of it is kept but its form; flags and what is empty tell nothing. */
function withoutAll(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : removed
  if (typeof value === 'number') return removed
  if (Array.isArray(value)) return value.map(withoutAll)
  return isObject(value) ? mapValues(value, (_name, inner) => withoutAll(inner)) : value
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const mapValues = (of: Record<string, unknown>, change: (name: string, inner: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).map(([name, inner]) => [name, change(name, inner)]))

/** A pair such as `{ key: 'Authorization', value: '...' }` names its secret beside it, and is no secret name itself. */
const pairNameOf = (of: Record<string, unknown>): string | null =>
  'value' in of ? ([of['key'], of['name']].find((each) => typeof each === 'string') ?? null) : null

function withoutSecrets(value: unknown, isHeader = false): unknown {
  if (typeof value === 'string') return withoutForms(value)
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, isHeader))
  if (!isObject(value)) return value
  const pairName = pairNameOf(value)
  return mapValues(value, (name, inner) => {
    if (pairName !== null && name === 'value') return isHeader || secretName.test(pairName) ? withoutAll(inner) : withoutSecrets(inner)
    if (pairName !== null && name === 'key') return withoutSecrets(inner)
    return secretName.test(name) ? withoutAll(inner) : withoutSecrets(inner, /^headers$/i.test(name))
  })
}

/** A JSON body without the values of secret fields, always written anew: a name may stand twice. Other text loses what looks like a secret. */
export function withoutSecretsInBody(body: string): string {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return withoutForms(body)
  }
  return JSON.stringify(withoutSecrets(value), null, 2)
}

/** A path with its query, without the values of secret parameters. */
export function withoutSecretsInPath(path: string): string {
  const [before = '', query] = path.split(/\?(.*)/s)
  if (query === undefined) return withoutForms(before)
  const pairs = query.split('&').map((pair) => {
    const [key = '', value] = pair.split(/=(.*)/s)
    return value === undefined ? key : `${key}=${storedValue(key, value)}`
  })
  return `${withoutForms(before)}?${pairs.join('&')}`
}
