import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { ReachSettings, UpdateReachSettingsBody } from '@imperium/contract/contacts/consents.ts'
import { stale } from '../../../platform/errors.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { previewUrl } from '../links/link-token.ts'
import { readReachSettings, writeReachSettings } from './settings-store.ts'
import type { SettingsChange } from './settings-store.ts'
import { quietHoursChanged } from './quiet-hours-changed.ts'

export async function showSettings(platform: Platform, tx: OrgTx): Promise<ReachSettings> {
  const { updatedAt, ...settings } = await readReachSettings(tx)
  return { ...settings, previewUrl: previewUrl(platform, tx.orgId), updatedAt: updatedAt?.toISOString() ?? null }
}

const quietOf = ({ quietFrom, quietUntil, quietChannels }: SettingsChange) => ({ quietFrom, quietUntil, quietChannels })

/** @throws 409 where the settings changed since they were read. */
export async function updateSettings(
  platform: Platform,
  { tx, audit }: OrgContext,
  { updatedAt, ...body }: z.output<typeof UpdateReachSettingsBody>,
): Promise<ReachSettings> {
  const { updatedAt: _, ...before } = await readReachSettings(tx)
  const change = { ...body, doubleOptInSms: body.doubleOptInSms ?? before.doubleOptInSms }
  if (!(await writeReachSettings(tx, change, updatedAt))) throw stale()
  if (!isDeepStrictEqual(quietOf(before), quietOf(change))) await platform.events.emit(tx, quietHoursChanged, {})
  audit({ before, after: change })
  return showSettings(platform, tx)
}
