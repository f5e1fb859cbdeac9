import { z } from 'zod'
import { get, operations, post } from '../kit/operations.ts'
import { messageKey } from '../kit/message-fields.ts'
import { Json } from '../workflows/workflow-definition.ts'

/** What an organization is made of, without what it did: in the order in which it is applied, since later ones name earlier ones. */
export const bundledNouns = [
  ...(['record-types', 'permission-sets', 'segments', 'agents', 'workflows', 'templates', 'reports', 'branding'] as const),
] as const
export type BundledNounName = (typeof bundledNouns)[number]

export const bundleLimits = { bytes: 16 * 1024 * 1024, objects: 2_000 } as const
const mostDifferences = 200

/** Objects by name. Two of one name: the later made one has ` #2` behind it. */
const Objects = z.record(z.string().min(1).max(300), Json)

export const Bundle = z
  .strictObject({
    format: z.literal('organization-bundle'),
    formatVersion: z.literal(1),
    nouns: z.partialRecord(z.enum(bundledNouns), Objects).default({}),
  })
  .meta({ id: 'Bundle' })
export type Bundle = z.infer<typeof Bundle>

/** `wait`: it cannot be as the bundle says before something is there that the bundle names only. */
const bundleChanges = ['create', 'update', 'same', 'wait'] as const

export const BundleDifference = z
  .object({
    noun: z.enum(bundledNouns),
    name: z.string(),
    change: z.enum(bundleChanges),
    /** Values as JSON, cut; null: not there. */
    values: z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })).max(mostDifferences),
    /** What it names that is not here: connections, for example, whose secrets no bundle has. */
    missing: z.array(z.string()).max(mostDifferences),
    /** Why it waits; null unless it does. */
    reason: z.object({ message: z.string(), ...messageKey }).nullable(),
  })
  .meta({ id: 'BundleDifference' })
export type BundleDifference = z.infer<typeof BundleDifference>

const refusedNouns = z.array(z.enum(bundledNouns)).max(bundledNouns.length)

export const BundleComparison = z
  .object({
    differences: z.array(BundleDifference).max(bundleLimits.objects),
    /** Nouns of the bundle that the caller may not change: they are left out. */
    refused: refusedNouns,
  })
  .meta({ id: 'BundleComparison' })
export type BundleComparison = z.infer<typeof BundleComparison>

export const bundles = operations('bundles', 'bundles:manage', {
  export: get(
    '/bundle',
    'Export the organization as code: agents, workflows, templates, segments, record types, reports, brand, permission sets',
    {
      file: 'application/json',
      audited: true,
      transaction: false,
      rate: { max: 30, perSeconds: 60 },
      v1: true,
    },
  ),
  compare: post('/bundle/compare', 'What applying a bundle would change, without changing it', {
    body: Bundle,
    reply: BundleComparison,
    bodyLimit: bundleLimits.bytes,
    audited: false,
    transaction: false,
    rate: { max: 30, perSeconds: 60 },
    v1: true,
  }),
  apply: post('/bundle/apply', 'Create and change what a bundle names; what it does not name stays', {
    body: Bundle,
    reply: BundleComparison,
    bodyLimit: bundleLimits.bytes,
    transaction: false,
    errors: [409],
    rate: { max: 30, perSeconds: 60 },
    v1: true,
  }),
})
