import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'
import { nameSome } from '../../../platform/text/name-some.ts'

/** Names of what still needs the custom field with this key, or writes it now. */
export type FindFieldUsers = (tx: OrgTx, key: string) => Promise<string[]>

const finders = extensionPoint<FindFieldUsers>()
const writers = extensionPoint<FindFieldUsers>()

/** Lets a module that names custom fields (campaigns, workflows) be asked before one is taken away. */
export const onFieldUse = (find: FindFieldUsers): Extension => finders.entry(find)

/** Lets a module that writes custom fields in bulk (imports) be asked for what it is writing. */
export const onFieldWrite = (find: FindFieldUsers): Extension => writers.entry(find)

/** @throws 409 with the files of imports that write the field just now: they were checked against it as it is. */
export async function assertNotImported(platform: Platform, tx: OrgTx, key: string): Promise<void> {
  const files = await writers.gather(platform, (find) => find(tx, key))
  if (files.length > 0)
    throw conflict(
      message('An import is writing this field: {imports}. Wait until it has finished, or cancel it.', { imports: nameSome(files) }),
    )
}

/** @throws 409 with the names of those that still need it: a segment would be empty, a message would not be written. */
export async function assertFieldUnused(platform: Platform, tx: OrgTx, key: string): Promise<void> {
  const users = await finders.gather(platform, (find) => find(tx, key))
  if (users.length > 0) throw conflict(message('This field is used by {users}. Remove it there first.', { users: nameSome(users) }))
  await assertNotImported(platform, tx, key)
}
