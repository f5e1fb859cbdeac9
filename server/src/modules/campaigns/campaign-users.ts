import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { nameSome } from '../../platform/text/name-some.ts'
import type { Platform } from '../../platform/platform.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'

/** Names of what still needs the campaign. */
export type FindCampaignUsers = (tx: OrgTx, id: string) => Promise<string[]>

const finders = extensionPoint<FindCampaignUsers>()

/** Lets a module that names campaigns (workflows) report its uses before a campaign is deleted. */
export const onCampaignUse = (find: FindCampaignUsers): Extension => finders.entry(find)

/** @throws 409 with the names of those that still need it: they would fail at the step that adds to it. */
export async function assertCampaignUnused(platform: Platform, tx: OrgTx, id: string): Promise<void> {
  const users = await finders.gather(platform, (find) => find(tx, id))
  if (users.length > 0) throw conflict(message('This campaign is used by {users}. Remove it there first.', { users: nameSome(users) }))
}
