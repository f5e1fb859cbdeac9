import type { OrgTx } from '../../platform/db/database.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Platform } from '../../platform/platform.ts'

type PublicSwitch = (tx: OrgTx, agentId: string, isPublic: boolean) => Promise<void>

const points = extensionPoint<PublicSwitch>()

/** For the module that shows public agents to strangers: it may refuse the change, or ends what goes on. */
export const onPublicSwitch = points.entry

export async function announceSwitch(platform: Platform, tx: OrgTx, agentId: string, isPublic: boolean): Promise<void> {
  for (const follow of points.of(platform)) await follow(tx, agentId, isPublic)
}
