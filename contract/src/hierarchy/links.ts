import { z } from 'zod'
import { Id, Timestamp, line } from '../kit/fields.ts'
import { create, del, get, operations, post, put, remove } from '../kit/operations.ts'

/** A code that offers a link works for so long. */
export const linkDays = 7

/** What a holding sees of a linked organization: totals, and no row of it. */
export const LinkTotals = z.object({ members: z.int(), contacts: z.int(), agents: z.int(), campaigns: z.int(), workflows: z.int() })
export type LinkTotals = z.infer<typeof LinkTotals>

const linkShape = {
  id: Id,
  nodeId: Id,
  nodeName: z.string(),
  /** Null: offered, and not accepted yet. */
  linkedAt: Timestamp.nullable(),
  organizationName: z.string().nullable(),
  totals: LinkTotals.nullable(),
  /** When an offer that is not accepted ends. */
  expiresAt: Timestamp,
  createdAt: Timestamp,
}
export const HierarchyLink = z.object(linkShape).meta({ id: 'HierarchyLink' })
export type HierarchyLink = z.infer<typeof HierarchyLink>

/** With the code, which is shown once. */
export const OfferedLink = z.object({ ...linkShape, code: z.string() }).meta({ id: 'OfferedLink' })
export type OfferedLink = z.infer<typeof OfferedLink>

/** The holding, as the linked organization sees it; `linkedAt` is null before it accepts. */
export const Holding = z
  .object({ organizationName: z.string(), nodeName: z.string(), linkedAt: Timestamp.nullable() })
  .meta({ id: 'Holding' })
export type Holding = z.infer<typeof Holding>

const byCode = z.strictObject({ code: line(100, 'Code is required').min(1, 'Code is required') })

export const hierarchyLinks = operations('hierarchy-links', 'hierarchy:link', {
  list: get('/hierarchy/links', 'List linked organizations with their totals, and open offers', {
    reply: z.array(HierarchyLink).max(200),
    transaction: false,
  }),
  offer: create('/hierarchy/links', 'Offer an organization of its own to be linked to a node', {
    body: z.strictObject({ nodeId: Id }),
    reply: OfferedLink,
  }),
  end: remove('/hierarchy/links/:id', 'End the link to an organization, or withdraw an offer'),
  holding: get('/hierarchy/holding', 'Read to which holding this organization is linked', {
    reply: Holding.nullable(),
    transaction: false,
  }),
  preview: post('/hierarchy/holding/preview', 'Show who offers a link, before it is accepted', {
    body: byCode,
    reply: Holding,
    audited: false,
    transaction: false,
  }),
  join: put('/hierarchy/holding', 'Accept a link to a holding, which then sees totals of this organization', {
    recentSignIn: true,
    body: byCode,
    reply: Holding,
    errors: [409],
    transaction: false,
  }),
  leave: del('/hierarchy/holding', 'End the link to the holding', { transaction: false }),
})
