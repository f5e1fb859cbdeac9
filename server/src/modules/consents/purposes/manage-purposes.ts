import { consentLimits } from '@imperium/contract/contacts/consents.ts'
import type { ConsentPurpose } from '@imperium/contract/contacts/consents.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assertPurposeUnused } from './purpose-users.ts'
import { insertPurpose, listPurposes, lockPurposes, setPurpose } from './purpose-store.ts'
import type { PurposeRow } from './purpose-store.ts'

export const toPurpose = (row: PurposeRow): ConsentPurpose => ({ ...row, archivedAt: row.archivedAt?.toISOString() ?? null })

/** @throws 409 where the key is taken, or there are as many as there may be. */
export async function createPurpose(
  { tx, audit }: OrgContext,
  body: { key: string; name: string; description: string },
): Promise<ConsentPurpose> {
  await lockPurposes(tx)
  const purposes = await listPurposes(tx)
  if (purposes.some((each) => each.key === body.key)) throw conflict('There is a purpose with this key already.')
  if (purposes.length >= consentLimits.purposes)
    throw conflict(message('There can be at most {max} purposes.', { max: consentLimits.purposes }))
  await insertPurpose(tx, body)
  audit({ targetName: body.name, after: body })
  return toPurpose({ ...body, archivedAt: null })
}

/** @throws 404; 409 for the last one that is not archived (without one, no consent could be given), and for one that is still used. */
export async function updatePurpose(
  platform: Platform,
  { tx, audit }: OrgContext,
  key: string,
  change: { name?: string | undefined; description?: string | undefined; archived?: boolean | undefined },
): Promise<ConsentPurpose> {
  await lockPurposes(tx)
  const purposes = await listPurposes(tx)
  const before = purposes.find((each) => each.key === key)
  if (!before) throw notFound()
  const { name = before.name, description = before.description, archived = before.archivedAt !== null } = change
  if (archived && purposes.every((each) => each.key === key || each.archivedAt)) throw conflict('The last purpose cannot be archived.')
  if (archived && before.archivedAt === null) await assertPurposeUnused(platform, tx, key)
  const archivedAt = archived ? (before.archivedAt ?? new Date()) : null
  await setPurpose(tx, key, { name, description, archivedAt })
  audit({ targetName: name, before, after: { name, description, archivedAt } })
  return toPurpose({ key, name, description, archivedAt })
}
