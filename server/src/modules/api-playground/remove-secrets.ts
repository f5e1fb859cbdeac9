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

/** A JSON body without the values of secret fields. Text that is no JSON loses what looks like a secret. */
export function withoutSecretsInBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    const text = JSON.stringify(value, (key, inner: unknown) => (typeof inner === 'string' ? storedValue(key, inner) : inner), 2)
    // What has no secret keeps the layout that its author gave it.
    return text === JSON.stringify(value, null, 2) ? body : text
  } catch {
    return withoutForms(body)
  }
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
