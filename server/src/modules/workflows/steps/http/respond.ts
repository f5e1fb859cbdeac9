import { z } from 'zod'
import { headerValue, templateValue } from '../config-fields.ts'
import { defineStep } from '../step-type.ts'

/** Headers of the connection, and those that would set cookies or policies for our own origin. */
const refused =
  /^(connection|content-length|transfer-encoding|keep-alive|upgrade|trailer|te|host|set-cookie|clear-site-data|service-worker-allowed|strict-transport-security|content-security-policy.*|access-control-.*|cross-origin-.*|x-frame-options|x-content-type-options|content-disposition|refresh|location|link|alt-svc|nel|report-to|reporting-endpoints|server)$/i

const headerName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}$/, 'Must be a header name')
  .refine((name) => !refused.test(name), 'This header cannot be set')

export const respond = defineStep({
  kind: 'pure',
  config: z.strictObject({
    status: z.coerce.number().int().min(200).max(599).default(200),
    headers: z
      .array(z.strictObject({ name: headerName, value: headerValue }))
      .max(20)
      .default([]),
    body: templateValue,
  }),
  about: {
    type: 'respond',
    label: 'Respond',
    description: 'Responds to the webhook that started the workflow, then continues.',
    category: 'flow',
    icon: 'reply',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'status', label: 'Status', kind: 'number', min: 200, max: 599 },
      { path: 'headers', label: 'Headers', kind: 'pairs' },
      { path: 'body', label: 'Body', kind: 'json', hint: 'Text, or an object whose values may be templates.' },
    ],
    sample: { status: 200, headers: {}, body: { ok: true } },
  },
  run: ({ status, headers, body }) => ({
    kind: 'done',
    output: { status, headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])), body },
  }),
})
