import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { nameSome } from '../../platform/name-some.ts'
import type { Platform } from '../../platform/platform.ts'

/** Names of what still needs the campaign. */
export type FindCampaignUsers = (tx: OrgTx, id: string) => Promise<string[]>

// By platform, because a process may hold several apps (tests do), each with modules of its own.
const finders = new WeakMap<Platform, FindCampaignUsers[]>()

/** Lets a module that names campaigns (workflows) be asked before one is taken away. */
export function onCampaignUse(platform: Platform, find: FindCampaignUsers): void {
  finders.set(platform, [...(finders.get(platform) ?? []), find])
}

/** @throws 409 with the names of those that still need it: they would fail at the step that adds to it. */
export async function assertCampaignUnused(platform: Platform, tx: OrgTx, id: string): Promise<void> {
  const users: string[] = []
  for (const find of finders.get(platform) ?? []) users.push(...(await find(tx, id)))
  if (users.length > 0) throw conflict(`This campaign is used by ${nameSome(users)}. Take it out of there first.`)
}
