import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { nameSome } from '../../platform/name-some.ts'
import type { Platform } from '../../platform/platform.ts'

export type Used = 'account' | 'sender' | 'template'
/** Names of what still needs one of these accounts, senders or templates of WhatsApp. */
export type FindChannelUsers = (tx: OrgTx, used: Used, ids: readonly string[]) => Promise<string[]>

// By platform, because a process may hold several apps (tests do), each with modules of its own.
const finders = new WeakMap<Platform, FindChannelUsers[]>()

/** Lets a module that names accounts, senders and templates (campaigns, workflows) be asked before one is taken away. */
export function onChannelUse(platform: Platform, find: FindChannelUsers): void {
  finders.set(platform, [...(finders.get(platform) ?? []), find])
}

/** @throws 409 with the names of those that still need it: they would stop in the middle. */
export async function assertUnused(platform: Platform, tx: OrgTx, used: Used, id: string): Promise<void> {
  const users = await usersOf(platform, tx, used, [id])
  if (users.length > 0) throw conflict(`This ${used} is used by ${nameSome(users)}. Choose another one there first.`)
}

/** An account goes with its templates. @throws 409 with the names of those that need one of them, by whichever account they go out. */
export async function assertTemplatesUnused(platform: Platform, tx: OrgTx, templateIds: readonly string[]): Promise<void> {
  const users = templateIds.length === 0 ? [] : await usersOf(platform, tx, 'template', templateIds)
  if (users.length > 0) throw conflict(`Templates of this account are used by ${nameSome(users)}. Choose others there first.`)
}

async function usersOf(platform: Platform, tx: OrgTx, used: Used, ids: readonly string[]): Promise<string[]> {
  const users: string[] = []
  for (const find of finders.get(platform) ?? []) users.push(...(await find(tx, used, ids)))
  return users
}
