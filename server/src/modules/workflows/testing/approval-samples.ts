import { sealApprovalLink } from '../index.ts'
import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A run that waits for an approval. */
async function request({ t, org, create, word }: Setting): Promise<{ id: string; runId: string }> {
  const workflowId = String((await create('workflows.publish')).id)
  const [id, runId] = [newId(), newId()]
  const values = [org.id, runId, workflowId]
  await t.owner.query(
    `with r as (insert into app.workflow_runs (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by)
       values ($1, $2, $3, 'Waits', 1, 'waiting', 'manual', 'Sample'))
     insert into app.workflow_live (org_id, run_id, workflow_id, version, status, state) values ($1, $2, $3, 1, 'waiting', '{}')`,
    values,
  )
  await t.owner.query(
    `with w as (insert into app.workflow_waits (org_id, run_id, token, kind, key) values ($1, $2, 1, 'approval', $4::uuid::text))
     insert into app.workflow_approvals (org_id, id, run_id, token, workflow_id, step_name, title) values ($1, $4::uuid, $2, 1, $3, 'Ask', $5)`,
    [...values, id, word('Approval')],
  )
  return { id, runId }
}

const ofNew = async (setting: Setting): Promise<Sample> => ({ params: { id: (await request(setting)).id } })

/** The link as its mail has it. */
const byLink = async (setting: Setting): Promise<Sample> => {
  const { id: approvalId } = await request(setting)
  const { t, org } = setting
  return { params: { token: sealApprovalLink(t.platform, { orgId: org.id, approvalId, userId: org.people.OWNER.userId }) } }
}

const two = async (setting: Setting): Promise<Sample> => {
  await request(setting)
  await request(setting)
  return {}
}

const credential = ({ word }: Setting) => ({
  name: word('Credential'),
  kind: 'header',
  field: 'x-api-key',
  hosts: ['api.example.com'],
  secret: `sample-${newId()}`,
})
const idOfNew = async ({ create }: Setting): Promise<Sample> => ({
  params: { id: String((await create('workflow-credentials.create')).id) },
})

export const pagedSamples: PagedSamples = {
  'workflow-approvals.list': two,
  'workflow-credentials.list': async ({ create }: Setting): Promise<Sample> => {
    await create('workflow-credentials.create')
    await create('workflow-credentials.create')
    return {}
  },
}

export const samples: Samples<'workflow-approvals' | 'workflow-credentials'> = {
  'workflow-approvals.list': async (setting: Setting) => {
    await request(setting)
    return { query: { status: 'pending' } }
  },
  'workflow-approvals.read': ofNew,
  'workflow-approvals.decide': async (setting: Setting) => ({ ...(await ofNew(setting)), body: { decision: 'approved', comment: 'Fine' } }),
  'workflow-approvals.delegate': async (setting: Setting) => ({
    ...(await ofNew(setting)),
    body: { userId: setting.org.people.MEMBER.userId },
  }),
  'workflow-approvals.readByLink': byLink,
  'workflow-approvals.decideByLink': async (setting: Setting) => ({ ...(await byLink(setting)), body: { decision: 'rejected' } }),
  'workflow-credentials.list': async () => ({}),
  'workflow-credentials.create': async (setting: Setting) => ({ body: credential(setting) }),
  'workflow-credentials.update': async (setting: Setting) => {
    const { secret: _secret, ...body } = credential(setting)
    return { ...(await idOfNew(setting)), body }
  },
  'workflow-credentials.remove': idOfNew,
}
