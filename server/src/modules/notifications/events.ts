import { roles } from '@imperium/contract/permissions.ts'
import { textOf } from '@imperium/contract/kit/message.ts'
import type { Message, Text } from '@imperium/contract/kit/message.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { runEvents } from '@imperium/contract/events/runs.ts'
import { apiKeyEvents } from '@imperium/contract/events/api-keys.ts'
import { campaignEvents } from '@imperium/contract/events/campaigns.ts'
import { accountEvents } from '@imperium/contract/events/auth.ts'
import { memberEvents } from '@imperium/contract/events/team.ts'
import { workflowEvents } from '@imperium/contract/events/workflows.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { campaignMaker, readPauseReason } from '../campaigns/index.ts'
import { findRuns } from '../runs/index.ts'
import { findOrganization, listMembersWithRole } from '../organizations/index.ts'
import { workflowPublisher } from '../workflows/index.ts'
import { notifyMember } from './notify-member.ts'
import { signedInFromNewDevice } from '../auth/index.ts'

/** The text of an event with the key of its row, if the row still speaks of this text. */
const withKey = (english: string, stored: Text | null): string | Message =>
  stored !== null && typeof stored !== 'string' && stored.message.startsWith(english) ? { ...stored, message: english } : english

const roleOf = (word: string): Role => roles.find((each) => each === word) ?? 'VIEWER'

/** Notifies the user who started a run of its failure; several failures of one agent within an hour are one notification. */
export const notifyFailedRun = (platform: Platform) =>
  onEvent({
    event: runEvents.failed,
    name: 'notifications.tellFailedRun',
    run: async ({ orgId, payload }) => {
      const { startedByUser, agentId, agentName, runId, message } = payload
      // Started by a program: no user waits for it on a screen.
      if (!startedByUser) return
      const run = (await platform.db.withOrg(orgId, (tx) => findRuns(tx, [runId]))).get(runId)
      await notifyMember(platform, orgId, startedByUser, {
        kind: 'run-failed',
        values: { agent: agentName, message: withKey(message, run?.error ? textOf(run.error) : null) },
        actionUrl: `agents?agent=${agentId}&run=${runId}`,
        source: `run:${runId}`,
        groupKey: `agent-failed:${agentId}`,
      })
    },
  })

/** Notifies the user who started a failed workflow manually, else its publisher; several failures within an hour are one notification. */
export const notifyFailedWorkflow = (platform: Platform) =>
  onEvent({
    event: workflowEvents.runFailed,
    name: 'notifications.tellFailedWorkflow',
    run: async ({ orgId, payload: { startedByUser, workflowId, workflowName, runId, step, message } }) => {
      const userId = startedByUser ?? (await platform.db.withOrg(orgId, (tx) => workflowPublisher(tx, workflowId)))
      if (!userId) return
      await notifyMember(platform, orgId, userId, {
        kind: 'workflow-failed',
        values: { workflow: workflowName, message: step === null ? message : `${step}: ${message}` },
        actionUrl: `workflows/runs/${runId}`,
        source: `workflow-run:${runId}`,
        groupKey: `workflow-failed:${workflowId}`,
      })
    },
  })

export const welcomePerson = (platform: Platform) =>
  onEvent({
    event: accountEvents.created,
    name: 'notifications.welcomePerson',
    run: ({ orgId, payload: { userId } }) =>
      notifyMember(platform, orgId, userId, { kind: 'welcome', actionUrl: 'agents?create=true', source: `welcome:${userId}` }),
  })

/** Notifies the managers of the organization of every new member. */
export const notifyJoined = (platform: Platform) =>
  onEvent({
    event: memberEvents.joined,
    name: 'notifications.tellJoined',
    run: async ({ orgId, eventId, payload: { userId, name, role } }) => {
      const managers = await platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, ['OWNER', 'ADMIN']))
      for (const manager of managers.filter((each) => each !== userId)) {
        const values = { name, role: roleOf(role) }
        await notifyMember(platform, orgId, manager, {
          kind: 'member-joined',
          values,
          actionUrl: 'settings/team',
          source: `joined:${eventId}`,
        })
      }
    },
  })

/** The mail is the sign-in's own; this is the page and the browser. */
export const notifyNewDevice = (platform: Platform) =>
  onEvent({
    event: signedInFromNewDevice,
    name: 'notifications.tellNewDevice',
    run: ({ orgId, eventId, payload: { userId, device, browser, ipAddress } }) =>
      notifyMember(platform, orgId, userId, {
        kind: 'new-device',
        values: { device, browser, address: ipAddress },
        actionUrl: 'settings/security?tab=sessions',
        source: `device:${eventId}`,
      }),
  })

/** A key gives a program access to the organization: notifies its managers of each key that another member created. */
export const notifyNewKey = (platform: Platform) =>
  onEvent({
    event: apiKeyEvents.created,
    name: 'notifications.tellNewKey',
    run: async ({ orgId, payload: { apiKeyId, name, kind, createdBy, createdByName } }) => {
      const managers = await platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, ['OWNER', 'ADMIN']))
      const actionUrl = kind === 'agent' ? 'agent-api-keys' : 'settings/api-keys'
      for (const manager of managers.filter((each) => each !== createdBy)) {
        const values = { name, creator: createdByName }
        await notifyMember(platform, orgId, manager, { kind: 'api-key-created', values, actionUrl, source: `api-key:${apiKeyId}` })
      }
    },
  })

export const notifyNewRole = (platform: Platform) =>
  onEvent({
    event: memberEvents.updated,
    name: 'notifications.tellNewRole',
    run: async ({ orgId, eventId, payload: { userId, role, before } }) => {
      // Deactivation and reactivation do not change the role.
      if (role === before) return
      const organization = await platform.db.withAuth((tx) => findOrganization(tx, orgId))
      const values = { role: roleOf(role), organization: organization?.name ?? '' }
      await notifyMember(platform, orgId, userId, { kind: 'role-changed', values, actionUrl: 'dashboard', source: `role:${eventId}` })
    },
  })

/** Notifies the members who may approve a large launch of the request. */
export const notifyLaunchRequest = (platform: Platform) =>
  onEvent({
    event: campaignEvents.approvalRequested,
    name: 'notifications.tellLaunchRequest',
    run: async ({ orgId, eventId, payload: { campaignId, name, recipients, by } }) => {
      const managers = await platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, ['OWNER', 'ADMIN']))
      const values = { campaign: name, recipients, name: by }
      const about = { kind: 'campaign-approval' as const, values, actionUrl: `campaigns/${campaignId}`, source: `approval:${eventId}` }
      for (const manager of managers) await notifyMember(platform, orgId, manager, about)
    },
  })

/** Notifies the creator of a campaign when the product itself stopped it. */
export const notifyPausedCampaign = (platform: Platform) =>
  onEvent({
    event: campaignEvents.paused,
    name: 'notifications.tellPausedCampaign',
    run: async ({ orgId, eventId, payload: { campaignId, name, reason } }) => {
      const [maker, current] = await platform.db.withOrg(orgId, async (tx) => [
        await campaignMaker(tx, campaignId),
        await readPauseReason(tx, campaignId),
      ])
      if (!maker) return
      const values = { campaign: name, reason: withKey(reason, current) }
      await notifyMember(platform, orgId, maker, {
        kind: 'campaign-paused',
        values,
        actionUrl: `campaigns/${campaignId}`,
        source: `paused:${eventId}`,
      })
    },
  })

/** Too many bounces or complaints for a campaign that has nothing left to stop: notifies its creator. */
export const notifyAlarmedCampaign = (platform: Platform) =>
  onEvent({
    event: campaignEvents.alarmed,
    name: 'notifications.tellAlarmedCampaign',
    run: async ({ orgId, eventId, payload: { campaignId, name, reason } }) => {
      const maker = await platform.db.withOrg(orgId, (tx) => campaignMaker(tx, campaignId))
      if (!maker) return
      const about = { kind: 'campaign-alarm' as const, values: { campaign: name, reason }, actionUrl: `campaigns/${campaignId}` }
      await notifyMember(platform, orgId, maker, { ...about, source: `alarm:${eventId}` })
    },
  })

export const notifyCompletedCampaign = (platform: Platform) =>
  onEvent({
    event: campaignEvents.completed,
    name: 'notifications.tellCompletedCampaign',
    run: async ({ orgId, payload: { campaignId, name } }) => {
      const maker = await platform.db.withOrg(orgId, (tx) => campaignMaker(tx, campaignId))
      if (!maker) return
      const about = { kind: 'campaign-completed' as const, values: { campaign: name }, actionUrl: `campaigns/${campaignId}` }
      await notifyMember(platform, orgId, maker, { ...about, source: `completed:${campaignId}` })
    },
  })

/** Notifies the members who decide an approval; if none are named, the managers of the organization. */
export const notifyApproval = (platform: Platform) =>
  onEvent({
    event: workflowEvents.approvalRequested,
    name: 'notifications.tellApproval',
    run: async ({ orgId, eventId, payload: { approvalId, workflowId, workflowName, title, assignees } }) => {
      const managers = () => platform.db.withOrg(orgId, (tx) => listMembersWithRole(tx, ['OWNER', 'ADMIN']))
      const values = { workflow: workflowName, title }
      const actionUrl = `workflows/${workflowId}?tab=approvals&approval=${approvalId}`
      const about = { kind: 'approval-requested' as const, values, actionUrl, source: `workflow-approval:${eventId}` }
      for (const userId of assignees.length > 0 ? assignees : await managers()) await notifyMember(platform, orgId, userId, about)
    },
  })
