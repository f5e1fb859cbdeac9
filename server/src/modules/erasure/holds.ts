import type { LegalHold } from '@imperium/contract/erasure/erasure.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { contactExists } from '../contacts/index.ts'
import { findHold, insertHold, releaseHold, standingHold, toHold } from './store.ts'

/** @throws 404 for a contact that is not there; 409 where a hold stands already */
export async function placeHold(
  platform: Platform,
  { tx, actor, audit }: OrgContext,
  { contactId, reason }: { contactId: string | null; reason: string },
): Promise<LegalHold> {
  if (contactId !== null && !(await contactExists(tx, contactId))) throw notFound()
  const id = newId()
  if (!(await insertHold(tx, { id, contactId, reason, placedBy: actor.name, now: platform.clock.now() })))
    throw conflict('There is a legal hold on this already.')
  audit({ targetId: id, after: { contactId, reason } })
  return toHold(found(await findHold(tx, id)))
}

/** @throws 404, 409 */
export async function endHold(platform: Platform, { tx, actor, audit }: OrgContext, id: string): Promise<LegalHold> {
  found(await findHold(tx, id))
  if (!(await releaseHold(tx, id, actor.name, platform.clock.now()))) throw conflict('This legal hold was released already.')
  audit({ targetId: id })
  return toHold(found(await findHold(tx, id)))
}

/** @throws 409 while a legal hold stands on one of the contacts or on the whole organization */
export async function refuseHeld(tx: OrgTx, contactIds: readonly string[]): Promise<void> {
  const hold = await standingHold(tx, contactIds)
  if (hold) throw conflict(message('A legal hold keeps this from being erased: {reason}', { reason: hold.reason }))
}
