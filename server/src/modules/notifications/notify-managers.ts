import type { Platform } from '../../platform/platform.ts'
import { listMembersWithRole } from '../organizations/index.ts'
import { notifyMember } from './notify-member.ts'
import type { About } from './notify-member.ts'

/** Owners and admins. */
export async function notifyManagers(platform: Platform, orgId: string, about: About): Promise<void> {
  const managers = await platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, ['OWNER', 'ADMIN']))
  for (const manager of managers) await notifyMember(platform, orgId, manager, about)
}
