import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { nameSome } from '../../../platform/text/name-some.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'

/** Names of what goes out for the purpose with this key, or is about to. */
export type FindPurposeUsers = (tx: OrgTx, key: string) => Promise<string[]>

const finders = extensionPoint<FindPurposeUsers>()
const writers = extensionPoint<FindPurposeUsers>()

/** Lets a module that writes to people for a purpose (campaigns, workflows) be asked before one is archived. */
export const onPurposeUse = (find: FindPurposeUsers): Extension => finders.entry(find)

/** Lets a module that records consent in bulk (imports) be asked for what it is writing. */
export const onPurposeWrite = (find: FindPurposeUsers): Extension => writers.entry(find)

/** @throws 409 with the names of those that still write for it: meanwhile the preference page would not offer it. */
export async function assertPurposeUnused(platform: Platform, tx: OrgTx, key: string): Promise<void> {
  const files = await writers.gather(platform, (find) => find(tx, key))
  if (files.length > 0)
    throw conflict(message('An import is writing consent: {imports}. Wait until it has finished.', { imports: nameSome(files) }))
  const users = await finders.gather(platform, (find) => find(tx, key))
  if (users.length > 0)
    throw conflict(message('This purpose is used by {users}. Choose another one there first.', { users: nameSome(users) }))
}
