import { z } from 'zod'
import { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { headerValue, requiredText, templateText } from '../config-fields.ts'

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** Headers of the connection; `authorization` and `cookie` belong in a credential, which is bound to its hosts and never shown. */
const refused =
  /^(connection|content-length|transfer-encoding|keep-alive|upgrade|trailer|te|host|expect|proxy-.*|authorization|cookie|idempotency-key)$/i

const header = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}$/, 'Must be a header name')
    .refine((name) => !refused.test(name), 'This header cannot be set here. Use a credential for secrets.'),
  value: headerValue,
})

/** `200`, `200-204`, with commas between. */
const expected = z
  .string()
  .trim()
  .regex(/^\d{3}(-\d{3})?( *, *\d{3}(-\d{3})?){0,9}$/, 'Must be statuses, for example 200-299, 404')

export const HttpConfig = z.strictObject({
  method: z.enum(httpMethods).default('GET'),
  url: requiredText('Address is required', 8000),
  headers: z.array(header).max(50).default([]),
  query: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(200), value: templateText(8000) }))
    .max(50)
    .default([]),
  bodyType: z.enum(['none', 'json', 'form', 'text']).default('none'),
  json: Json.optional(),
  form: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(200), value: templateText(100_000) }))
    .max(100)
    .default([]),
  text: templateText(500_000).default(''),
  /** A credential's id; '' for none. */
  credential: z.union([z.literal(''), z.uuid()]).default(''),
  timeoutSeconds: z.coerce.number().int().min(1).max(120).default(30),
  /** Redirects that are followed; each is checked like the first address. */
  followRedirects: z.boolean().default(true),
  expect: expected.default('200-299'),
  response: z.enum(['auto', 'json', 'text', 'none']).default('auto'),
  /** When a crash hides whether the request arrived: wait for a member's decision, or retry with the same Idempotency-Key. */
  whenUnknown: z.enum(['auto', 'repeat', 'hold']).default('auto'),
})
export type HttpConfig = z.infer<typeof HttpConfig>

/** Methods that mean the same when they are sent twice (RFC 9110). */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/** How a request with an unknown outcome is handled. */
export const whenUnknown = ({ whenUnknown: chosen, method }: HttpConfig): 'repeat' | 'hold' =>
  chosen === 'auto' ? (repeatable.has(method) ? 'repeat' : 'hold') : chosen

/** Whether the step expects the status. */
export const isExpected = (ranges: string, status: number): boolean =>
  ranges.split(',').some((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return status >= from && status <= to
  })

/** URL with its query. @throws TypeError for an invalid URL. */
export function addressOf({ url, query }: HttpConfig): URL {
  const address = new URL(url.trim())
  for (const { name, value } of query) address.searchParams.append(name, value)
  return address
}

/** Body and its type as they are sent; null without a body. */
export function bodyOf({ bodyType, json, form, text, method }: HttpConfig): { body: string; contentType: string } | null {
  if (bodyType === 'none' || method === 'GET' || method === 'HEAD') return null
  if (bodyType === 'json') return { body: JSON.stringify(json ?? null), contentType: 'application/json' }
  if (bodyType === 'text') return { body: text, contentType: 'text/plain; charset=utf-8' }
  const fields = new URLSearchParams(form.map(({ name, value }): [string, string] => [name, value]))
  return { body: fields.toString(), contentType: 'application/x-www-form-urlencoded' }
}
