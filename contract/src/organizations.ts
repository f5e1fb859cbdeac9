import { z } from 'zod'
import { Id, Timestamp, line, required, text } from './kit/fields.ts'
import { create, del, get, operations, post, update } from './kit/operations.ts'
import { roles } from './kit/permission.ts'
import { PlanType } from './plans.ts'

/** Paths and hosts of the product, which cannot be an organization's slug: their addresses would collide. */
export const reservedSlugs: readonly string[] = (
  'www api app admin mail ftp blog shop support help docs status cdn assets static dashboard account billing login register auth ' +
  'staging dev test demo api-playground templates settings resume'
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
  // Names only: JavaScript accepts an offset such as +05:30, but PostgreSQL reads it with the opposite sign.
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
    /** Set: read-only (its status is then SUSPENDED), and erased at this time unless its owner restores it. */
    deletesAt: Timestamp.nullable(),
    /** What assignments add to the caller's role in the whole organization. */
    grantedPermissions: z.array(z.string()).max(500),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof Organization>

/** As the form of an organization offers them. */
export const industries = ['technology', 'finance', 'healthcare', 'retail', 'manufacturing', 'education', 'other'] as const
export const companySizes = ['1-10', '11-50', '51-200', '201-500', '500+'] as const

/** How long a deleted organization can be restored. */
export const deletionGraceDays = 30

const blankOr = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema])
const Website = line(300).pipe(
  z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'Please enter a web address that begins with https:// or http://' }),
)
const MailAddress = z
  .string()
  .trim()
  .max(254, 'Please enter a valid email address')
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address'))

/** An organization's profile. Empty text: not set. */
export const ProfileFields = z.strictObject({
  name: required(120, 'Organization name is required'),
  legalName: line(200),
  description: text(2_000),
  website: blankOr(Website),
  /** Null: not set. */
  industry: z.enum(industries).nullable(),
  size: z.enum(companySizes).nullable(),
  address: text(300),
  city: line(120),
  /** State or region: of India by its name in the list of GST. */
  state: line(120),
  country: line(120),
  phone: blankOr(line(40).regex(/^[+\d][\d\s().\-/]*$/, 'Please enter a phone number')),
  contactEmail: blankOr(MailAddress),
  taxId: line(60),
  /** Only the owner can change it. */
  billingEmail: blankOr(MailAddress),
  timeZone: TimeZone,
  monthlyBudgetMicros: z.int().min(0).max(1_000_000_000_000).nullable(),
})

export const OrganizationProfile = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    legalName: z.string(),
    description: z.string(),
    website: z.string(),
    industry: z.enum(industries).nullable(),
    size: z.enum(companySizes).nullable(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
    phone: z.string(),
    contactEmail: z.string(),
    taxId: z.string(),
    billingEmail: z.string(),
    timeZone: z.string(),
    monthlyBudgetMicros: z.int().nullable(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'OrganizationProfile' })
export type OrganizationProfile = z.infer<typeof OrganizationProfile>

export const organizations = operations(
  'organizations',
  { read: 'organizations:read', write: 'organizations:update' },
  {
    list: get('/auth/organizations', 'List the organizations of the signed-in user', {
      access: 'signed-in',
      reply: z.array(Organization).max(200),
    }),
    create: create('/organizations', 'Create an organization and become its owner', {
      access: 'signed-in',
      body: z.strictObject({
        name: required(120, 'Organization name is required'),
        slug: Slug.optional(),
        timeZone: TimeZone.optional(),
      }),
      reply: Organization,
      rate: { max: 10, perSeconds: 3600 },
    }),
    switch: post('/organizations/:slug/switch', 'Make an organization the current one of this session', {
      access: 'signed-in',
      params: z.strictObject({ slug: z.string().min(1).max(63) }),
      reply: Organization,
      audited: false,
    }),
    read: get('/organizations/:id', 'Read an organization', {
      reply: Organization,
    }),
    update: update('/organizations/:id', 'Change name, time zone or monthly AI budget of an organization', {
      body: z.strictObject({
        name: required(120, 'Organization name is required').optional(),
        timeZone: TimeZone.optional(),
        monthlyBudgetMicros: z.int().min(0).max(1_000_000_000_000).nullable().optional(),
        updatedAt: Timestamp.optional(),
      }),
      reply: Organization,
    }),
    profile: get('/organizations/:id/profile', "Read an organization's profile", {
      reply: OrganizationProfile,
    }),
    updateProfile: update('/organizations/:id/profile', "Change an organization's profile; the billing email is its owner's to change", {
      body: z.strictObject({ ...ProfileFields.partial().shape, updatedAt: Timestamp.optional() }),
      reply: OrganizationProfile,
    }),
    requestDeletion: post('/organizations/:id/deletion', 'Delete an organization: read-only for 30 days, then erased', {
      access: 'organizations:delete',
      recentSignIn: true,
      whileSuspended: true,
      /** The user types it, so that no other organization is deleted by mistake. */
      body: z.strictObject({ slug: z.string().trim().min(1, 'Type the URL name of the organization to confirm').max(63) }),
      reply: Organization,
      errors: [409],
    }),
    restore: del('/organizations/:id/deletion', 'Restore a deleted organization before it is erased', {
      access: 'organizations:delete',
      whileSuspended: true,
      reply: Organization,
    }),
  },
)
