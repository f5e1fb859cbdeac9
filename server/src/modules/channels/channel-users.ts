import { message, noun } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import { refuseInUse } from '../../platform/resources/checks.ts'

export type Used = 'account' | 'sender' | 'template'
/** Names of what still needs one of these accounts, senders or templates of WhatsApp. */
export type FindChannelUsers = (tx: OrgTx, used: Used, ids: readonly string[]) => Promise<string[]>

const nouns = { account: noun('account'), sender: noun('sender'), template: noun('template') }

const finders = extensionPoint<FindChannelUsers>()

/** Lets a module that names accounts, senders and templates (campaigns, workflows) report that use before one is deleted. */
export const onChannelUse = (find: FindChannelUsers): Extension => finders.entry(find)

/** @throws 409 with the names of those that still need it: they would stop in the middle. */
export async function assertUnused(platform: Platform, tx: OrgTx, used: Used, id: string): Promise<void> {
  refuseInUse(await usersOf(platform, tx, used, [id]), (names) =>
    message('This {used} is used by {users}. Choose another one there first.', { used: nouns[used], users: names }),
  )
}

/** An account is deleted with its templates. @throws 409 with the names of those that need one of them, on any account. */
export async function assertTemplatesUnused(platform: Platform, tx: OrgTx, templateIds: readonly string[]): Promise<void> {
  const users = templateIds.length === 0 ? [] : await usersOf(platform, tx, 'template', templateIds)
  refuseInUse(users, (names) => message('Templates of this account are used by {users}. Choose others there first.', { users: names }))
}

const usersOf = (platform: Platform, tx: OrgTx, used: Used, ids: readonly string[]): Promise<string[]> =>
  finders.gather(platform, (find) => find(tx, used, ids))
