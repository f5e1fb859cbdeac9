import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'
import { MessageKey } from '../kit/message-fields.ts'
import { create, get, operations, post, remove } from '../kit/operations.ts'

const domainStatuses = ['pending', 'verified', 'failed'] as const
const sslStatuses = ['pending', 'active', 'inactive'] as const
/** In the order in which they are reached. */
const domainSteps = ['added', 'dns', 'ownership', 'certificate', 'live'] as const
export type DomainStep = (typeof domainSteps)[number]

/** A pending domain that is not verified after so many hours fails. */
export const domainPendingHours = 48
export const maxDomains = 50
/** Seconds for which others may keep a DNS record. */
export const domainRecordTtl = 3600

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** `https://Shop.Example.com./path`, `bücher.example` -> the host name as DNS has it; null: none. */
export function normalDomain(typed: string): string | null {
  const trimmed = typed.trim()
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || url.port !== '' || url.username !== '') return null
  const host = url.hostname.replace(/\.$/, '')
  const labels = host.split('.')
  const isName = labels.length >= 2 && labels.every((each) => label.test(each)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName && host.length <= 253 ? host : null
}

const DomainName = z
  .string()
  .trim()
  .max(300)
  .transform((typed, context) => {
    const name = normalDomain(typed)
    if (name !== null) return name
    context.addIssue({ code: 'custom', message: 'Enter a domain such as app.example.com' })
    return z.NEVER
  })

export const DomainRecord = z.object({
  purpose: z.enum(['ownership', 'address']),
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string(),
  value: z.string(),
  ttl: z.int(),
  /** Null: not checked yet. */
  ok: z.boolean().nullable(),
})
export type DomainRecord = z.infer<typeof DomainRecord>

export const CustomDomain = z
  .object({
    id: Id,
    domain: z.string(),
    status: z.enum(domainStatuses),
    sslStatus: z.enum(sslStatuses),
    /** The five steps of the way to a live domain, with the time at which each was reached. */
    steps: z.array(z.object({ step: z.enum(domainSteps), reachedAt: Timestamp.nullable() })),
    records: z.array(DomainRecord),
    /** What the last check found, in words; empty: nothing to say. */
    message: z.string(),
    messageKey: MessageKey.optional(),
    addedAt: Timestamp,
    verifiedAt: Timestamp.nullable(),
    checkedAt: Timestamp.nullable(),
    /** When a pending one fails. */
    failsAt: Timestamp.nullable(),
    /** Given by the operator of the installation: it needs no proof here. */
    isOperators: z.boolean(),
  })
  .meta({ id: 'CustomDomain' })
export type CustomDomain = z.infer<typeof CustomDomain>

export const DomainSettings = z
  .object({
    /** `{slug}.{host}`; it leads to the organization where the operator's DNS has a wildcard for it. */
    defaultDomain: z.string(),
    /** Where CNAME records point to; null: the operator's address is no public host name, so that custom domains cannot work. */
    target: z.string().nullable(),
    domains: z.array(CustomDomain).max(maxDomains),
  })
  .meta({ id: 'DomainSettings' })
export type DomainSettings = z.infer<typeof DomainSettings>

export const domains = operations(
  'domains',
  { read: 'domains:read', write: 'domains:write' },
  {
    list: get('/domains', 'Read the default subdomain and all custom domains', { reply: DomainSettings }),
    add: create('/domains', 'Add a custom domain', {
      body: z.strictObject({ domain: DomainName }),
      reply: CustomDomain,
      rate: { max: 60, perSeconds: 3600 },
    }),
    verify: post('/domains/:id/verify', 'Check the DNS records of a custom domain now', {
      reply: CustomDomain,
      transaction: false,
      // The page repeats it while it is open; what a check changes is recorded by itself.
      audited: false,
      rate: { max: 60, perSeconds: 60 },
    }),
    retry: post('/domains/:id/retry', 'Start the verification of a failed domain again, with a new proof', {
      reply: CustomDomain,
      errors: [409],
    }),
    remove: remove('/domains/:id', 'Remove a custom domain'),
  },
)
