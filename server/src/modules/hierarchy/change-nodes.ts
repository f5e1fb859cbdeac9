import { hierarchyLimits, mayStandBelow } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { CreateNodeBody, NodeType, OrgNode, UpdateNodeBody } from '@imperium/contract/hierarchy/hierarchy.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, forbidden, invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { freeSlug } from '../../platform/resources/free-slug.ts'
import { tellRightsChanged } from './assign.ts'
import { listAssigned } from './assignment-store.ts'
import { deleteNode, findNode, findRoot, insertNode, listChildren, listSlugs, setNode, setParent, toNode } from './node-store.ts'
import type { NodeRow } from './node-store.ts'
import { moveLinks } from './link-store.ts'
import { placedNouns } from './placed-nouns.ts'
import { countIn, isVisibleNode, replaceNode } from './placement-store.ts'

/** Rules about several nodes hold only if one writer at a time changes the tree. */
export const lockTree = (tx: OrgTx) => lockNoun(tx, 'org-nodes')

/** Who manages a part of the hierarchy only changes that part. @throws 403 */
export async function requireOwnNode(tx: OrgTx, nodeId: string): Promise<void> {
  if (tx.viewer?.scope && !(await isVisibleNode(tx, nodeId))) throw forbidden()
}

/** Adds a node; the first one creates the root too. @throws 404 for an unknown parent; 409 for a taken slug; 422 for the order of types. */
export async function createNode({ tx, org, audit }: OrgContext, { parentId, ...body }: CreateNodeBody): Promise<OrgNode> {
  await lockTree(tx)
  const slugs = await listSlugs(tx)
  if (slugs.size >= hierarchyLimits.nodes)
    throw conflict(message('A hierarchy can have at most {max} nodes.', { max: hierarchyLimits.nodes }))
  const parent = found(await findNode(tx, parentId ?? (await rootOf(tx, org, slugs))))
  await requireOwnNode(tx, parent.id)
  assertOrder('type', body.type, parent.type)
  assertLevel(parent.level + 1)
  if (body.slug !== undefined && slugs.has(body.slug)) throw slugTaken()
  const id = newId()
  const { slug = freeSlug(body.name, slugs, body.type), ...fields } = body
  await insertNode(tx, id, parent.id, { ...fields, slug })
  audit({ targetId: id, targetName: fields.name, after: { ...fields, slug, parent: parent.name } })
  return readNode(tx, id)
}

async function rootOf(tx: OrgTx, { name, slug }: OrgContext['org'], slugs: Set<string>): Promise<string> {
  const root = await findRoot(tx)
  if (root) return root.id
  if (tx.viewer?.scope) throw forbidden()
  const id = newId()
  await insertNode(tx, id, null, { name, slug, type: 'holding', description: '' })
  slugs.add(slug)
  return id
}

export const readNode = async (tx: OrgTx, id: string): Promise<OrgNode> => toNode(found(await findNode(tx, id)))

/** @throws 404; 409 for a stale write or a taken slug; 422 where the type does not fit the neighbours. */
export async function updateNode(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { updatedAt, ...change }: UpdateNodeBody,
): Promise<OrgNode> {
  await lockTree(tx)
  const row = found(await findNode(tx, id))
  await requireOwnNode(tx, id)
  assertFresh(row, updatedAt)
  const { name = row.name, slug = row.slug, type = row.type, description = row.description } = change
  if (type !== row.type) await assertFits(tx, row, type)
  if (slug !== row.slug && (await listSlugs(tx, id)).has(slug)) throw slugTaken()
  await setNode(tx, id, { name, slug, type, description }, nextStamp(row, clock.now()))
  const before = { name: row.name, slug: row.slug, type: row.type, description: row.description }
  audit({ targetName: name, before, after: { name, slug, type, description } })
  return readNode(tx, id)
}

/** Deletes a node. @throws 404; 409 where something stands in it and it is not to move up, and for a root with nodes below it. */
export async function removeNode(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  contents: 'refuse' | 'reparent',
): Promise<null> {
  await lockTree(tx)
  const row = found(await findNode(tx, id))
  // Of the part that a manager has, its own top stays.
  await requireOwnNode(tx, row.parent_id ?? id)
  const children = await listChildren(tx, id)
  const nouns = await placedNouns(platform, tx)
  if (row.parent_id === null && children.length > 0)
    throw conflict('The root can be deleted only when no other node is left. Delete the nodes below it first.')
  if (children.length > 0 && contents === 'refuse')
    throw conflict(message('{count} nodes stand below this one. Move them first, or let them move up.', { count: children.length }))
  const held = [...(await countIn(tx, nouns, id)).values()].reduce((sum, count) => sum + count, 0)
  if (held > 0 && contents === 'refuse')
    throw conflict(
      message('{count} contacts, agents, campaigns, workflows or records belong to this node. Let them move up, or move them first.', {
        count: held,
      }),
    )
  for (const child of children) if (row.parent_id !== null) await setParent(tx, child.id, row.parent_id, platform.clock.now())
  // Of the root they belong to no node then, and all see them.
  await replaceNode(tx, nouns, id, row.parent_id)
  if (row.parent_id !== null) await moveLinks(tx, id, row.parent_id)
  const people = await listAssigned(tx, 'node_id', id)
  await deleteNode(tx, id)
  await tellRightsChanged(tx, people)
  const { name, slug, type, description } = row
  audit({ targetName: name, before: { name, slug, type, description }, after: { movedUp: children.map((child) => child.name) } })
  return null
}

async function assertFits(tx: OrgTx, row: NodeRow, type: NodeType): Promise<void> {
  const parent = row.parent_id === null ? undefined : await findNode(tx, row.parent_id)
  if (parent) assertOrder('type', type, parent.type)
  const tooHigh = (await listChildren(tx, row.id)).find((child) => !mayStandBelow(child.type as NodeType, type))
  if (tooHigh)
    throw invalid([{ path: 'type', ...message('"{name}" stands below this node and has a higher type', { name: tooHigh.name }) }])
}

/** @throws 422 for a node of a higher type than its parent. */
export function assertOrder(path: string, type: NodeType, parent: NodeType): void {
  if (!mayStandBelow(type, parent)) throw invalid([{ path, message: 'A node stands below one of the same or a higher type' }])
}

/** @throws 409 for a tree that would become too deep. */
export function assertLevel(level: number): void {
  if (level > hierarchyLimits.level) throw conflict(message('A hierarchy can have at most {max} levels.', { max: hierarchyLimits.level }))
}

const slugTaken = () => fieldConflict('slug', 'This slug is already used')
