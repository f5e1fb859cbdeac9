import { maxEmailBlocks } from '@imperium/contract/email-designs/email-design-operations.ts'
import type {
  CreateEmailBlockBody,
  SavedEmailBlock,
  UpdateEmailBlockBody,
} from '@imperium/contract/email-designs/email-design-operations.ts'
import { Block } from '@imperium/contract/email-designs/email-design.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { holdImages } from './hold-images.ts'
import { countBlocks, deleteBlock, insertBlock, isNameTaken, lockBlock, setBlock, toSavedBlock } from './block-store.ts'

/** @throws 409 when the name is taken or there are too many. */
export async function createBlock({ tx, audit }: OrgContext, body: CreateEmailBlockBody): Promise<SavedEmailBlock> {
  const id = newId()
  await assertNameFree(tx, body.name, id)
  if ((await countBlocks(tx)) >= maxEmailBlocks)
    throw conflict(message('An organization has at most {max} saved blocks.', { max: maxEmailBlocks }))
  await holdImages(tx, body.block)
  audit({ targetId: id, targetName: body.name, after: { type: body.block.type } })
  return toSavedBlock(await insertBlock(tx, id, body))
}

/** @throws 404; 409 for a stale write and for a name that is taken. */
export async function updateBlock(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { updatedAt, ...change }: UpdateEmailBlockBody,
): Promise<SavedEmailBlock> {
  if (change.name !== undefined) await assertNameFree(tx, change.name, id)
  const row = found(await lockBlock(tx, id))
  assertFresh(row, updatedAt)
  const { name = row.name, block = Block.parse(row.block) } = change
  await holdImages(tx, change.block ?? null)
  audit({ targetName: name, before: { name: row.name }, after: { name, type: block.type } })
  return toSavedBlock(await setBlock(tx, id, { name, block }, nextStamp(row, clock.now())))
}

/** @throws 404. */
export async function removeBlock({ tx, audit }: OrgContext, id: string): Promise<null> {
  const { name } = found(await deleteBlock(tx, id))
  audit({ targetName: name })
  return null
}

async function assertNameFree(tx: OrgTx, name: string, exceptId: string): Promise<void> {
  await lockNoun(tx, 'email-blocks')
  if (await isNameTaken(tx, name, exceptId)) throw fieldConflict('name', 'This name is already used')
}
