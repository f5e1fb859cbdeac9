import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import { refuseInUse } from '../../platform/resources/checks.ts'
import { isServed } from './store.ts'

/** The names of those that use a model, in order; at least the first six if there are that many. */
export type FindModelUsers = (tx: OrgTx, modelId: string) => Promise<string[]>

const finders = extensionPoint<FindModelUsers>()

/**
 * Lets a module that names models (agents) report that use before one is deleted. That module registers here, so this one does not import
 * it.
 */
export const onModelUse = (find: FindModelUsers): Extension => finders.entry(find)

/** Rejects the removal of a model that is in use. @throws 409 with the names of its users. */
export async function assertModelUnused(platform: Platform, tx: OrgTx, config: { id: string; modelId: string }): Promise<void> {
  if (finders.of(platform).length === 0 || (await isServed(tx, config.modelId, config.id))) return
  const names = await finders.gather(platform, (find) => find(tx, config.modelId))
  refuseInUse(names, (some) => message('This model is used by {users}. Give these agents another model first.', { users: some }))
}
