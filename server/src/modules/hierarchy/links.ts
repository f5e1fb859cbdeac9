import { linkDays } from '@imperium/contract/hierarchy/links.ts'
import type { HierarchyLink, Holding, OfferedLink } from '@imperium/contract/hierarchy/links.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { hashToken, newToken } from '../../platform/crypto/crypto.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { findOrganization } from '../organizations/index.ts'
import {
  acceptOffer,
  countTotals,
  deleteLink,
  deleteLinkOfSubsidiary,
  findLink,
  findLinkOfSubsidiary,
  findOffer,
  insertLink,
  listLinks,
  toLink,
} from './link-store.ts'
import type { OfferRow } from './link-store.ts'
import { findNode } from './node-store.ts'
import { commonNouns } from './placed-nouns.ts'

type Caller = Omit<OrgContext, 'tx'>

const nameOf = (platform: Platform, orgId: string) => platform.db.withAuth(async (tx) => (await findOrganization(tx, orgId))?.name ?? '')

/** The linked organizations with their totals, each counted in a transaction of its own organization. */
export async function listHierarchyLinks(platform: Platform, { inOrg }: Caller): Promise<HierarchyLink[]> {
  const rows = await inOrg((tx) => listLinks(tx, platform.clock.now()))
  const links: HierarchyLink[] = []
  for (const row of rows) {
    const { subsidiary_org_id: linkedId } = row
    const totals = linkedId === null ? null : await platform.db.withOrg(linkedId, (tx) => countTotals(tx, commonNouns(platform)))
    links.push(toLink(row, linkedId === null ? null : await nameOf(platform, linkedId), totals))
  }
  return links
}

/** The code is the consent of this owner; the owner of the other organization gives theirs by using it. @throws 404 */
export async function offerLink(platform: Platform, { tx, audit }: OrgContext, nodeId: string): Promise<OfferedLink> {
  const node = found(await findNode(tx, nodeId))
  const [id, code] = [newId(), newToken()]
  await insertLink(tx, id, nodeId, hashToken(code), new Date(platform.clock.now().getTime() + linkDays * 86_400_000))
  audit({ targetId: id, targetName: node.name, after: { nodeId } })
  return { ...toLink(found(await findLink(tx, id)), null, null), code }
}

/** @throws 404 */
export async function endLink({ tx, audit }: OrgContext, id: string): Promise<null> {
  const row = found(await findLink(tx, id))
  await deleteLink(tx, id)
  audit({ targetName: row.node_name, before: { subsidiary: row.subsidiary_org_id } })
  return null
}

async function describe(platform: Platform, { org_id: orgId, node_id: nodeId, linked_at: linkedAt }: OfferRow): Promise<Holding> {
  const node = await platform.db.withOrg(orgId, (tx) => findNode(tx, nodeId))
  return { organizationName: await nameOf(platform, orgId), nodeName: node?.name ?? '', linkedAt: linkedAt?.toISOString() ?? null }
}

export async function readHolding(platform: Platform, { org }: Caller): Promise<Holding | null> {
  const link = await platform.db.withSystem((tx) => findLinkOfSubsidiary(tx, org.id))
  return link ? describe(platform, link) : null
}

const codeWrong = () => notFound('This code is invalid or expired.')

/** @throws 404 for a code that offers nothing */
export async function previewLink(platform: Platform, code: string): Promise<Holding> {
  const offer = await platform.db.withSystem((tx) => findOffer(tx, hashToken(code), platform.clock.now()))
  if (!offer) throw codeWrong()
  return describe(platform, offer)
}

/** Links this organization to the holding. The record of both says so. @throws 404; 409 for the own organization, or with a holding already */
export async function joinHolding(platform: Platform, { org, audit }: Caller, code: string): Promise<Holding> {
  const now = platform.clock.now()
  const link = await platform.db.withSystem(async (tx) => {
    const offer = await findOffer(tx, hashToken(code), now)
    if (!offer) throw codeWrong()
    if (offer.org_id === org.id) throw conflict('An organization cannot be linked to itself.')
    if (await findLinkOfSubsidiary(tx, org.id)) throw conflict('This organization is linked to a holding already. End that link first.')
    await acceptOffer(tx, offer, org.id, now)
    return { ...offer, linked_at: now }
  })
  const holding = await describe(platform, link)
  await tellHolding(platform, link, 'hierarchy-links.joined', org.name)
  audit({ targetName: holding.organizationName, after: { holding: link.org_id } })
  return holding
}

/** @throws 404 without a holding */
export async function leaveHolding(platform: Platform, { org, audit }: Caller): Promise<null> {
  const link = await platform.db.withSystem((tx) => findLinkOfSubsidiary(tx, org.id))
  if (!link) throw notFound()
  await platform.db.withSystem((tx) => deleteLinkOfSubsidiary(tx, org.id))
  await tellHolding(platform, link, 'hierarchy-links.left', org.name)
  audit({ before: { holding: link.org_id } })
  return null
}

const tellHolding = (platform: Platform, { org_id: orgId, id }: OfferRow, action: string, subsidiary: string) =>
  platform.db.withOrg(orgId, (tx) =>
    recordAudit(tx, orgId, {
      actor: { kind: 'system', id: null, name: subsidiary },
      action,
      target: { kind: 'hierarchy-links', id, name: subsidiary },
    }),
  )
