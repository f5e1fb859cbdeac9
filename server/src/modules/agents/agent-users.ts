import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { nameSome } from '../../platform/text/name-some.ts'
import type { Platform } from '../../platform/platform.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'

/** Names of what still needs one of the agents. */
export type FindAgentUsers = (tx: OrgTx, ids: readonly string[]) => Promise<string[]>

const finders = extensionPoint<FindAgentUsers>()

/** Lets a module that uses agents (campaigns) report that use before an agent is deleted. */
export const onAgentUse = (find: FindAgentUsers): Extension => finders.entry(find)

/** @throws 409 with the names of those that still need one of them. */
export async function assertAgentsUnused(platform: Platform, tx: OrgTx, ids: readonly string[]): Promise<void> {
  const users = await finders.gather(platform, (find) => find(tx, ids))
  if (users.length === 0) return
  const names = nameSome(users)
  throw conflict(
    ids.length === 1
      ? message('This agent is used by {users}. Remove it there first.', { users: names })
      : message('Some of these agents are used by {users}. Remove them there first.', { users: names }),
  )
}
