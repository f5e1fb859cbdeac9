import { z } from 'zod'
import { Id, Timestamp, line, required } from '../kit/fields.ts'
import { create, list, operations, put, remove } from '../kit/operations.ts'

export const credentialKinds = ['bearer', 'basic', 'header', 'query'] as const

export const Credential = z
  .object({
    id: Id,
    name: z.string(),
    kind: z.enum(credentialKinds),
    /** Name of the header or parameter; user name of `basic`. */
    field: z.string(),
    /** At most the first 8 and the last 4 characters: a secret can only be written. */
    preview: z.string(),
    /** The hosts it may be sent to. */
    hosts: z.array(z.string()).max(20),
    /** Workflows that use it. */
    usedBy: z.array(z.object({ id: Id, name: z.string() })).max(50),
    createdBy: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'WorkflowCredential' })
export type Credential = z.infer<typeof Credential>

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'Must be a host, for example api.example.com or *.example.com')

const body = {
  name: required(100, 'Name is required'),
  kind: z.enum(credentialKinds),
  field: line(200).default(''),
  hosts: z.array(host).min(1, 'Enter at least one host').max(20),
}
const secret = z.string().min(1, 'Secret is required').max(8192)

export const workflowCredentials = operations(
  'workflow-credentials',
  { read: 'credentials:manage', write: 'credentials:manage' },
  {
    list: list('/workflow-credentials', 'List the credentials of HTTP steps, without their secrets', {
      row: Credential,
      access: 'workflows:read',
    }),
    create: create('/workflow-credentials', 'Store a credential; its secret is never shown again', {
      body: z.strictObject({ ...body, secret }),
      reply: Credential,
    }),
    update: put('/workflow-credentials/:id', 'Change a credential; without a secret the stored one stays, unless a host is added', {
      body: z.strictObject({ ...body, secret: secret.optional() }),
      reply: Credential,
      errors: [409],
    }),
    remove: remove('/workflow-credentials/:id', 'Delete a credential; 409 while a published workflow uses it'),
  },
)
