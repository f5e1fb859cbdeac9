import { playgroundLimits } from '@imperium/contract/api-playground.ts'
import type { PlaygroundCollection } from '@imperium/contract/api-playground.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import {
  countCollections,
  deleteCollection,
  findCollections,
  insertCollection,
  isCollectionNameTaken,
  lockCollection,
  setCollectionName,
  toCollection,
} from './collection-store.ts'
import { findSummaries } from './request-store.ts'

/** All collections with the names of their requests. */
export async function listCollections(tx: OrgTx): Promise<PlaygroundCollection[]> {
  const collections = await findCollections(tx)
  const requests = Map.groupBy(await findSummaries(tx), (each) => each.collectionId)
  return collections.map((row) =>
    toCollection(
      row,
      (requests.get(row.id) ?? []).map(({ collectionId: _id, ...rest }) => rest),
    ),
  )
}

/** @throws 409 for a name that is taken, and for one collection too many. */
export async function createCollection({ tx, actor, audit }: OrgContext, name: string): Promise<PlaygroundCollection> {
  const id = newId()
  await assertNameFree(tx, name, id)
  const { collections: max } = playgroundLimits
  if ((await countCollections(tx)) >= max) throw conflict(message('An organization has at most {max} collections.', { max }))
  const saved = toCollection(await insertCollection(tx, id, name, actor.name), [])
  audit({ targetId: id, targetName: name, after: { name } })
  return saved
}

/** @throws 404; 409 for a name that is taken. */
export async function renameCollection(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  name: string,
): Promise<PlaygroundCollection> {
  await assertNameFree(tx, name, id)
  const row = found(await lockCollection(tx, id))
  await setCollectionName(tx, id, name, nextStamp(row, clock.now()))
  audit({ targetName: name, before: { name: row.name }, after: { name } })
  return found((await listCollections(tx)).find((each) => each.id === id))
}

/** @throws 404. */
export async function removeCollection({ tx, audit }: OrgContext, id: string): Promise<null> {
  const { name } = found(await deleteCollection(tx, id))
  audit({ targetName: name, before: { name } })
  return null
}

async function assertNameFree(tx: OrgTx, name: string, exceptId: string): Promise<void> {
  await lockNoun(tx, 'playground-collections')
  if (await isCollectionNameTaken(tx, name, exceptId)) throw fieldConflict('name', 'This name is already used')
}
