import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { Platform } from '../../platform/platform.ts'
import { refuseInUse } from '../../platform/resources/checks.ts'
import { blocksNaming } from './block-store.ts'

/** Names of what contains an image, by the secret part of its address. Sent emails count: readers open them for years. */
export type FindImageUsers = (tx: OrgTx, imageKey: string) => Promise<string[]>

const finders = extensionPoint<FindImageUsers>()

/** Lets a module whose emails contain images (campaigns, templates, workflows) be asked before one is deleted. */
export const onEmailImageUse = (find: FindImageUsers): Extension => finders.entry(find)

/** @throws 409 with the names of what still shows the image. */
export async function assertImageUnused(platform: Platform, tx: OrgTx, imageKey: string): Promise<void> {
  const names = [...(await blocksNaming(tx, imageKey)), ...(await finders.gather(platform, (find) => find(tx, imageKey)))]
  refuseInUse(names, (users) => message('This image is used by {users}. Remove it there first.', { users }))
}
