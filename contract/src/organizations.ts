import { z } from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { Id, Timestamp, idParams, required } from './kit/fields.ts'
import { roles } from './permissions.ts'
import { PlanType } from './plans.ts'

/** Names that are paths or hosts of the product itself: never an organization's slug (decision 4, S1 section 6). */
export const reservedSlugs: readonly string[] = (
  'www api app admin mail ftp blog shop support help docs status cdn assets static dashboard account billing login register auth ' +
  'staging dev test demo api-playground templates settings'
).split(' ')

export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(2, 'Must be at least 2 characters')
  .max(63, 'Must be at most 63 characters')
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'Use lowercase letters, digits and hyphens')
  .refine((slug) => !reservedSlugs.includes(slug), 'This name is reserved')

export const Role = z.enum(roles)
export const OrganizationStatus = z.enum(['ACTIVE', 'TRIAL', 'SUSPENDED'])

export const TimeZone = z
  .string()
  .max(64)
  // Names only: an offset such as +05:30 passes in JavaScript, and PostgreSQL reads it with the sign turned round.
  .regex(/^[A-Za-z]/, 'Unknown time zone')
  .refine((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
    } catch {
      return false
    }
  }, 'Unknown time zone')

/** An organization as one of its members sees it; `role` is the caller's role in it. */
export const Organization = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    planType: PlanType,
    role: Role,
    status: OrganizationStatus,
    billingCycle: z.enum(['MONTHLY', 'YEARLY']),
    maxUsers: z.int(),
    maxAgents: z.int(),
    timeZone: z.string(),
    monthlyBudgetMicros: z.int().nullable(),
    billingEmail: z.string().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof Organization>

export const organizations = {
  list: endpoint({
    id: 'organizations.list',
    method: 'GET',
    path: '/auth/organizations',
    summary: 'List the organizations of the signed-in user',
    access: 'signed-in',
    reply: z.array(Organization).max(200),
  }),
  create: endpoint({
    id: 'organizations.create',
    method: 'POST',
    path: '/organizations',
    summary: 'Create an organization and become its owner',
    access: 'signed-in',
    body: z.strictObject({
      name: required(120, 'Organization name is required'),
      slug: Slug.optional(),
      timeZone: TimeZone.optional(),
    }),
    reply: Organization,
    status: 201,
    errors: [409],
    rate: { max: 10, perSeconds: 3600 },
  }),
  switch: endpoint({
    id: 'organizations.switch',
    method: 'POST',
    path: '/organizations/:slug/switch',
    summary: 'Make an organization the current one of this session',
    access: 'signed-in',
    params: z.strictObject({ slug: z.string().min(1).max(63) }),
    reply: Organization,
    errors: [404],
    audited: false,
  }),
  read: endpoint({
    id: 'organizations.read',
    method: 'GET',
    path: '/organizations/:id',
    summary: 'Read an organization',
    access: 'organizations:read',
    params: idParams,
    reply: Organization,
    errors: [404],
  }),
  update: endpoint({
    id: 'organizations.update',
    method: 'PATCH',
    path: '/organizations/:id',
    summary: 'Change name, time zone or monthly AI budget of an organization',
    access: 'organizations:update',
    params: idParams,
    body: z.strictObject({
      name: required(120, 'Organization name is required').optional(),
      timeZone: TimeZone.optional(),
      monthlyBudgetMicros: z.int().min(0).max(1_000_000_000_000).nullable().optional(),
      updatedAt: Timestamp.optional(),
    }),
    reply: Organization,
    errors: [404, 409],
  }),
}
