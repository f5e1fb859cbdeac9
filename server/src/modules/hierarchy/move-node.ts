import type { MoveNodeBody, MovePreview, OrgNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { sightChanged } from '../../platform/auth/access-signals.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../platform/resources/checks.ts'
import { assertLevel, assertOrder, lockTree, readNode, requireOwnNode } from './change-nodes.ts'
import { countBelow, findNode, heightOf, isWithin, setParent } from './node-store.ts'
import { placedNouns } from './placed-nouns.ts'
import { effectsOfMove } from './placement-store.ts'

/** Moves a node with all below it. @throws 404; 409 for the root, a move below itself or a stale write; 422 for the order of types. */
export async function moveNode(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { parentId, updatedAt }: MoveNodeBody,
): Promise<OrgNode> {
  await lockTree(tx)
  const { row, formerId, parent } = await checkMove(tx, id, parentId)
  assertFresh(row, updatedAt)
  const former = await findNode(tx, formerId)
  if (formerId !== parentId) await setParent(tx, id, parentId, nextStamp(row, clock.now()))
  await signal(tx, sightChanged({ orgId: tx.orgId }))
  audit({ targetName: row.name, before: { parent: former?.name }, after: { parent: parent.name } })
  return readNode(tx, id)
}

const mostShown = 50

/** Who would gain and who would lose sight of what. @throws as the move itself */
export async function previewMove(platform: Platform, { tx }: OrgContext, id: string, parentId: string): Promise<MovePreview> {
  const { formerId } = await checkMove(tx, id, parentId)
  const effects = formerId === parentId ? [] : await effectsOfMove(tx, await placedNouns(platform, tx), { id, formerId, parentId })
  const [gains, losses] = [effects.filter((effect) => effect.gains), effects.filter((effect) => !effect.gains)]
  return {
    nodes: await countBelow(tx, id),
    gainCount: gains.length,
    gains: gains.slice(0, mostShown),
    lossCount: losses.length,
    losses: losses.slice(0, mostShown),
  }
}

async function checkMove(tx: OrgTx, id: string, parentId: string) {
  const row = found(await findNode(tx, id))
  const parent = found(await findNode(tx, parentId))
  if (row.parent_id === null) throw conflict('The root cannot be moved.')
  // Who manages a part of the hierarchy moves nodes inside of it.
  await requireOwnNode(tx, row.parent_id)
  await requireOwnNode(tx, parentId)
  if (await isWithin(tx, parentId, id)) throw conflict('A node cannot stand below itself.')
  assertOrder('parentId', row.type, parent.type)
  assertLevel(parent.level + 1 + (await heightOf(tx, id)))
  return { row, formerId: row.parent_id, parent }
}
