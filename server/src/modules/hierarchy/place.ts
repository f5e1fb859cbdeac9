import type { NodeContents, PlaceBody, PlacedKind, Placement, SightExplanation } from '@imperium/contract/hierarchy/hierarchy.ts'
import { can } from '@imperium/contract/permissions.ts'
import { holds, viewerOf } from '../../platform/auth/rights.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import { sightChanged } from '../../platform/auth/access-signals.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { listPeopleOn, toAssignment } from './assignment-store.ts'
import { reasonsFor, rightsIn } from './explain-store.ts'
import { findNode } from './node-store.ts'
import { placedNouns } from './placed-nouns.ts'
import type { PlacedNoun } from './placed-nouns.ts'
import { countIn, countSeen, findPlacement, isVisibleNode, place } from './placement-store.ts'

interface Kind {
  kind: PlacedKind
  entity?: string | undefined
}

const nounOf = async (platform: Platform, tx: OrgTx, { kind, entity }: Kind): Promise<PlacedNoun> =>
  found((await placedNouns(platform, tx)).find((noun) => noun.kind === kind && noun.entity === entity))

/** Lets things belong to a node. @throws 403 without the right to change them or a role on the node; 404 */
export async function placeThings(
  platform: Platform,
  { tx, may, audit }: OrgContext,
  { kind, entity, ids, nodeId }: PlaceBody,
): Promise<{ changed: number }> {
  const noun = await nounOf(platform, tx, { kind, entity })
  if (!may(noun.write)) throw forbidden()
  const node = nodeId === null ? null : found(await findNode(tx, nodeId))
  if (node && !(await isVisibleNode(tx, node.id))) throw forbidden('You have no role on this node.')
  const unique = [...new Set(ids)]
  if ((await countSeen(tx, noun, unique)) < unique.length) throw notFound()
  const changed = await place(tx, noun, unique, nodeId)
  await signal(tx, sightChanged({ orgId: tx.orgId }))
  audit({
    ...(node ? { targetId: node.id, targetName: node.name } : {}),
    after: { kind, ...(entity ? { entity } : {}), ids: unique, node: node?.name ?? null },
  })
  return { changed }
}

/** @throws 403 without the right to read such things; 404 */
export async function readPlacement(
  platform: Platform,
  { tx, may }: OrgContext,
  { id, ...kind }: Kind & { id: string },
): Promise<Placement> {
  const noun = await nounOf(platform, tx, kind)
  if (!may(noun.read)) throw notFound()
  return found(await findPlacement(tx, noun, id))
}

export async function readContents(platform: Platform, tx: OrgTx, nodeId: string): Promise<NodeContents> {
  found(await findNode(tx, nodeId))
  const counts = await countIn(tx, await placedNouns(platform, tx), nodeId)
  const countOf = (kind: PlacedKind) => counts.get(kind) ?? 0
  return {
    contacts: countOf('contact'),
    agents: countOf('agent'),
    campaigns: countOf('campaign'),
    workflows: countOf('workflow'),
    records: countOf('record'),
    people: (await listPeopleOn(tx, nodeId)).map((row) => toAssignment(row)),
  }
}

/** Why a person sees a thing. @throws 404 for a thing or a person that is not there */
export async function explainSight(
  platform: Platform,
  { tx }: OrgContext,
  { id, userId, ...kind }: Kind & { id: string; userId: string },
): Promise<SightExplanation> {
  const noun = await nounOf(platform, tx, kind)
  const { nodeId, nodeName } = found(await findPlacement(tx, noun, id))
  const rights: Rights = found(await rightsIn(tx, userId))
  const mayRead = holds(rights, noun.read)
  const seesAll = viewerOf(rights, userId) === undefined
  const reasons = [
    ...(seesAll
      ? [{ by: 'role' as const, right: can(rights.role, 'hierarchy:manage') ? rights.role : 'ADMIN', nodeName: null, endsAt: null }]
      : []),
    ...(nodeId === null
      ? [{ by: 'no_node' as const, right: rights.role, nodeName: null, endsAt: null }]
      : await reasonsFor(tx, userId, nodeId)),
  ]
  return { mayRead, isVisible: mayRead && reasons.length > 0, nodeName, reasons }
}
