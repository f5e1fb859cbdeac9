import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findProfile } from '../../organizations/index.ts'
import { dayIn } from './sales-days.ts'

/** The day in the organization's time zone. */
export async function todayOf({ clock }: Pick<Platform, 'clock'>, tx: OrgTx): Promise<string> {
  return dayIn((await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC', clock.now())
}
