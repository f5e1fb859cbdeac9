import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { nameSome } from '../../../platform/text/name-some.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createPlatformList } from '../../../platform/platform-list.ts'

/** Names of what goes out for the purpose with this key, or is about to. */
export type FindPurposeUsers = (tx: OrgTx, key: string) => Promise<string[]>

const finders = createPlatformList<FindPurposeUsers>()
const writers = createPlatformList<FindPurposeUsers>()

/** Lets a module that writes to people for a purpose (campaigns, workflows) be asked before one is archived. */
export function onPurposeUse(platform: Platform, find: FindPurposeUsers): void {
  finders.add(platform, find)
}

/** Lets a module that records consent in bulk (imports) be asked for what it is writing. */
export function onPurposeWrite(platform: Platform, find: FindPurposeUsers): void {
  writers.add(platform, find)
}

/** @throws 409 with the names of those that still write for it: nobody could choose or end it on the preference page meanwhile. */
export async function assertPurposeUnused(platform: Platform, tx: OrgTx, key: string): Promise<void> {
  const files = await writers.gather(platform, (find) => find(tx, key))
  if (files.length > 0) throw conflict(`An import is writing consent: ${nameSome(files)}. Wait until it has finished.`)
  const users = await finders.gather(platform, (find) => find(tx, key))
  if (users.length > 0) throw conflict(`This purpose is used by ${nameSome(users)}. Choose another one there first.`)
}
