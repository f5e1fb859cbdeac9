import { z } from 'zod'
import { Id, Timestamp, required, text } from './kit/fields.ts'
import { create, list, operations, remove, update } from './kit/operations.ts'
import { keyScopes } from './permissions.ts'

export const keyKinds = ['organization', 'agent'] as const
export const KeyKind = z.enum(keyKinds)
export type KeyKind = z.infer<typeof KeyKind>

export const KeyScope = z.enum(keyScopes)

/** Kinds that are stored: tokens of the API playground and of connected assistants are keys of minutes, which no list shows. */
export type StoredKeyKind = KeyKind | 'playground' | 'mcp'

/** Key prefixes. Secret scanners find leaked keys by them. */
export const keyPrefixes = {
  organization: 'imp_org_',
  agent: 'imp_agent_',
  playground: 'imp_try_',
  mcp: 'imp_mcp_',
} as const satisfies Record<StoredKeyKind, string>

export const keyLimits = {
  /** Neither revoked nor rotated away, of both kinds together. */
  keysPerOrganization: 500,
  allowedAddresses: 50,
  overlapHours: { min: 0, max: 168, default: 24 },
} as const

/** Why a key does not work, as a stable code for programs. */
export const inactiveReasons = ['revoked', 'agent_deleted', 'rotated', 'expired', 'creator_removed', 'creator_disabled'] as const
export type InactiveReason = (typeof inactiveReasons)[number]

export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    kind: KeyKind,
    /** The one agent that the key may run; null for a key of the organization. */
    agent: z.object({ id: Id, name: z.string() }).nullable(),
    /** The first 8 characters, 24 stars and the last 4. */
    key: z.string(),
    scopes: z.array(KeyScope).max(keyScopes.length),
    createdAt: Timestamp,
    /** The user who limits the key's rights. */
    createdBy: z.string(),
    updatedAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    /** CIDR ranges; empty: from everywhere. */
    allowedAddresses: z.array(z.string()).max(keyLimits.allowedAddresses),
    /** Null: the server's general limit. */
    rateLimitPerHour: z.int().nullable(),
    usageCount: z.int(),
    lastUsed: Timestamp.nullable(),
    status: z.enum(['active', 'inactive']),
    inactiveReason: z.enum(inactiveReasons).nullable(),
    /** Of a rotated key: the end of the overlap with its replacement. */
    rotatesUntil: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const CreatedApiKey = ApiKey.extend({
  /** The plain key, returned only once: only its hash is stored. */
  plainKey: z.string(),
}).meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

const name = required(80, 'Name is required')
const ipv4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/

/** An address or a range of them, as `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/48`. */
export const AddressRange = z
  .string()
  .trim()
  .toLowerCase()
  .max(50)
  .refine(isAddressRange, 'Use an IP address or a range such as 203.0.113.0/24')

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  // IPv4-mapped addresses are compared as IPv4, so a rule in the IPv6 form would never match.
  if (more.length || address.startsWith('::ffff:')) return false
  const isV4 = ipv4.test(address)
  if (!isV4 && !z.ipv6().safeParse(address).success) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isV4 ? 32 : 128))
}

const scopes = z
  .array(KeyScope)
  .min(1, 'Choose at least one scope')
  .max(keyScopes.length)
  .refine((list) => new Set(list).size === list.length, 'Choose each scope only once')
const allowedAddresses = z.array(AddressRange).max(keyLimits.allowedAddresses)
const rateLimitPerHour = z.int().min(1, 'Must be at least 1').max(1_000_000_000).nullable()
const expiresAt = Timestamp.nullable()

const bounds = {
  expiresAt: expiresAt.default(null),
  allowedAddresses: allowedAddresses.default([]),
  rateLimitPerHour: rateLimitPerHour.default(null),
}
export const CreateKeyBody = z.strictObject({ name, scopes, ...bounds })
export const CreateAgentKeyBody = z.strictObject({ name, agentId: Id, ...bounds })
export const UpdateKeyBody = z.strictObject({
  name: name.optional(),
  /** Only for an organization's key: the scopes of an agent's key are fixed. */
  scopes: scopes.optional(),
  expiresAt: expiresAt.optional(),
  allowedAddresses: allowedAddresses.optional(),
  rateLimitPerHour: rateLimitPerHour.optional(),
  /** The value that was read; a stale write is rejected with 409. */
  updatedAt: Timestamp.optional(),
})
export const RotateKeyBody = z.strictObject({
  /** Hours for which the old key still works. */
  overlapHours: z.int().min(keyLimits.overlapHours.min).max(keyLimits.overlapHours.max).default(keyLimits.overlapHours.default),
})

export const apiKeys = operations(
  'api-keys',
  { read: 'api-keys:manage', write: 'api-keys:manage' },
  {
    list: list('/api-keys', 'List API keys, masked, newest first', {
      row: ApiKey,
      filter: {
        q: text(200).optional(),
        kind: KeyKind.optional(),
        status: z.enum(['active', 'inactive']).optional(),
        agentId: Id.optional(),
      },
      errors: [404],
    }),
    create: create('/api-keys', 'Create an API key of the organization; the answer shows it once', {
      body: CreateKeyBody,
      reply: CreatedApiKey,
      recentSignIn: true,
    }),
    createForAgent: create('/agent-api-keys', 'Create an API key that can only run one agent; the answer shows it once', {
      body: CreateAgentKeyBody,
      reply: CreatedApiKey,
      errors: [404, 409],
      recentSignIn: true,
    }),
    update: update('/api-keys/:id', 'Change name, scopes, expiry, allowed addresses or rate limit of an API key; binds at once', {
      body: UpdateKeyBody,
      reply: ApiKey,
      recentSignIn: true,
    }),
    rotate: create('/api-keys/:id/rotate', 'Replace an API key with a new one, shown once; the old one works on for the overlap', {
      body: RotateKeyBody,
      reply: CreatedApiKey,
      recentSignIn: true,
    }),
    revoke: remove('/api-keys/:id', 'Permanently revoke an API key and the rotated keys it replaced', {
      errors: [],
      whileSuspended: true,
    }),
  },
)
