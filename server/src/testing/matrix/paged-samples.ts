import type { OperationId } from './routes.ts'
import { twoCampaigns, twoDrafts, twoRecipients, twoSends, twoVersions } from './campaign-samples.ts'
import { twoInbound } from './channel-samples.ts'
import { twoImports } from './import-samples.ts'
import { pagedSegmentSamples } from './segment-samples.ts'
import { twoConversations } from './message-samples.ts'
import { twoNotices } from './profile-samples.ts'
import { pagedApprovalSamples } from './workflow-approval-samples.ts'
import { pagedWorkflowRunSamples } from './workflow-run-samples.ts'
import { pagedWorkflowSamples } from './workflow-samples.ts'
import type { Sample, Setting } from './sample.ts'

/** For every paged operation: a request with at least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: Partial<Record<OperationId, (setting: Setting) => Promise<Sample>>> = {
  'contacts.list': async ({ create }) => {
    await create('contacts.create')
    await create('contacts.create')
    return {}
  },
  'consents.history': async ({ create, run }) => {
    const params = { id: String((await create('contacts.create')).id) }
    const body = { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'On paper' }
    await run('consents.grant', { params, body })
    await run('consents.withdraw', { params, body: { channel: 'email', purpose: 'marketing' } })
    return { params }
  },
  'consents.listSuppressions': async ({ create }) => {
    await create('consents.addSuppression')
    await create('consents.addSuppression')
    return {}
  },
  'contacts.timeline': async ({ create, run }) => {
    const params = { id: String((await create('contacts.create')).id) }
    await run('contacts.recordEvent', { params, body: { type: 'shop.visit' } })
    return { params }
  },
  ...pagedSegmentSamples,
  'contact-imports.list': twoImports,
  'channels.listInbound': twoInbound,
  'templates.list': async () => ({}),
  ...pagedWorkflowSamples,
  ...pagedWorkflowRunSamples,
  ...pagedApprovalSamples,
  'campaigns.list': twoCampaigns,
  'campaigns.recipients': twoRecipients,
  'campaigns.drafts': twoDrafts,
  'campaigns.sends': twoSends,
  'campaigns.versions': twoVersions,
  'messages.list': twoConversations,
  'agents.list': async ({ create }) => {
    await create('agents.create')
    await create('agents.create')
    return {}
  },
  'notifications.browse': twoNotices,
  'api-keys.list': async ({ create }) => {
    await create('api-keys.create')
    await create('api-keys.create')
    return {}
  },
  'auth.loginHistory': async ({ create }) => {
    await create('auth.login')
    await create('auth.login')
    return {}
  },
  // An organization of the matrices has four members.
  'team.members': async () => ({}),
  'team.invitations': async ({ create }) => {
    await create('team.invite')
    await create('team.invite')
    return {}
  },
  'activity.list': async ({ create }) => {
    await create('agents.create')
    await create('agents.create')
    return {}
  },
  'activity.audit': async ({ create }) => {
    await create('agents.create')
    await create('agents.create')
    return {}
  },
  'runs.listForAgent': async ({ create, run }) => {
    const { id } = await create('agents.create')
    const sample = { params: { id: String(id) }, body: { input: 'Once more' } }
    await run('agents.execute', sample)
    await run('agents.execute', sample)
    return { params: { id: String(id) } }
  },
}
