import { hasValues } from '../../../platform/text/exact-json.ts'

const shortest = 4

/** Removes secrets from texts, however they are written: a service that echoes a request must not bring them into a run's history. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret.length >= shortest)
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
      Buffer.from(secret).toString('base64'),
    ])
    .toSorted((a, b) => b.length - a.length)
  return (text) => spellings.reduce((clean, spelling) => clean.replaceAll(spelling, '[redacted]'), text)
}

/** The same in all texts of a value, names of fields included. */
export function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (!hasValues(value)) return value
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redactValue(item, redact)]))
}
