import { workflowEvents } from '@imperium/contract/events/workflows.ts'
import { onEvent } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueEmail } from '../../../platform/mail/queue-email.ts'
import { findPerson } from '../../auth/index.ts'
import { findEmailStyle } from '../../email-designs/index.ts'
import { findProfile, listMembersWithRole } from '../../organizations/index.ts'
import { approvalUrl } from './approval-link.ts'
import { writeApprovalEmail } from './approval-email.ts'
import { findApproval, findDecider } from './approvals-store.ts'

/** Emails the assignees a link that decides; without assignees, the managers of the organization. */
export const mailApproval = (platform: Platform) =>
  onEvent({
    event: workflowEvents.approvalRequested,
    name: 'workflows.mailApproval',
    run: async ({ orgId, payload: { approvalId, assignees, mail } }) => {
      if (!mail) return
      const request =
        assignees.length > 0 ? assignees : await platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, ['OWNER', 'ADMIN']))
      for (const userId of request) await mailOne(platform, { orgId, approvalId, userId })
    },
  })

async function mailOne(platform: Platform, ref: { orgId: string; approvalId: string; userId: string }): Promise<void> {
  const { orgId, approvalId, userId } = ref
  const person = await platform.db.withAuth((tx) => findPerson(tx, userId))
  if (!person || person.status !== 'ACTIVE') return
  await platform.db.withOrg(orgId, async (tx) => {
    const row = await findApproval(tx, approvalId, platform.clock.now())
    const [profile, decider] = await Promise.all([findProfile(tx, orgId), findDecider(tx, userId)])
    // Who is no member any more, and what is decided by now, gets none.
    if (row?.status !== 'pending' || !profile || !decider) return
    const emailMessage = writeApprovalEmail({
      language: person.preferences.language,
      reader: { ...person.preferences, timeZone: person.preferences.timeZone ?? profile.timeZone },
      organizationName: profile.name,
      workflowName: row.workflow_name,
      title: row.title,
      message: row.message,
      expiresAt: row.expires_at,
      url: approvalUrl(platform, ref),
      style: await findEmailStyle(tx),
    })
    await queueEmail(platform, tx, orgId, person.email, emailMessage)
  })
}
