import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { engineOf } from '../engine/engine-of.ts'
import { byHand, flow, isEnded, publish, runsIn } from '../engine/test-flows.ts'
import { openApprovalLink, sealApprovalLink } from './approval-link.ts'

let t: TestApp
let owner: TestUser
let member: TestUser
let other: TestUser
let viewer: TestUser
let runs: ReturnType<typeof runsIn>
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  member = await t.addMember(owner.orgId, 'MEMBER')
  other = await t.addMember(owner.orgId, 'MEMBER')
  viewer = await t.addMember(owner.orgId, 'VIEWER')
  runs = runsIn(t, owner)
  await t.startWorkers()
})
afterAll(() => t.close())

const api = <T = Approval>(method: string, path: string, by: TestUser, body?: object) =>
  t.call<T>(method, `/api/workflow-approvals${path}`, { token: by.token, ...(body ? { body } : {}) })

/** A run that waits for an approval, and that approval. */
async function ask(config: Record<string, Json> = {}): Promise<{ runId: string; approval: Approval }> {
  const steps = [
    { id: 'ask', type: 'approval', config: { title: 'Send {{ trigger.what }}?', message: 'It is **ready**.', ...config } },
    { id: 'yes', type: 'stop', config: { output: 'approved by {{ steps.ask.decidedBy }}' } },
    { id: 'no', type: 'stop', config: { status: 'failed', message: 'rejected: {{ steps.ask.comment }}' } },
    { id: 'late', type: 'stop', config: { output: 'late' } },
  ]
  const id = await publish(t, owner.orgId, flow(steps, 'start>ask ask:approved>yes ask:rejected>no ask:timeout>late'), 'Offers')
  const { runId } = await engineOf(t.platform).start(owner.orgId, byHand(id, { what: 'the offer' }))
  const approval = await until(async () => (await api<Approval[]>('GET', `?runId=${runId}`, owner)).body.data[0])
  return { runId, approval }
}
const ended = (id: string) => until(async () => ((run) => isEnded(run) && run)(await runs.read(id)))
const linkOf = (approval: Approval, by: TestUser) =>
  `/api/approvals/${sealApprovalLink(t.platform, { orgId: owner.orgId, approvalId: approval.id, userId: by.userId })}`

describe('by the API', () => {
  test('shows a pending approval, and the first decision resumes the run', async () => {
    const { runId, approval } = await ask()
    expect(approval).toMatchObject({ title: 'Send the offer?', workflowName: 'Offers', status: 'pending', isMine: true, assignees: [] })
    expect((await api('GET', `/${approval.id}`, viewer)).body.data.isMine).toBe(false)
    const decided = await api('POST', `/${approval.id}/decide`, member, { decision: 'approved', comment: 'Go' })
    expect(decided).toMatchObject({ status: 200, body: { data: { status: 'approved', comment: 'Go' } } })
    expect(await api('POST', `/${approval.id}/decide`, owner, { decision: 'rejected' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_DECIDED' },
    })
    expect(await ended(runId)).toMatchObject({ status: 'success', output: `approved by ${decided.body.data.decidedBy}` })
    const acts = await t.owner.query(
      "select actor_name, target_name from app.audit_log where action = 'workflow-approvals.decide' and outcome = 'success' and target_id = $1",
      [approval.id],
    )
    expect(acts.rows).toEqual([{ actor_name: decided.body.data.decidedBy, target_name: 'Send the offer?' }])
  })

  test('takes the rejected port with the comment of the member who rejected', async () => {
    const { runId, approval } = await ask()
    await api('POST', `/${approval.id}/decide`, owner, { decision: 'rejected', comment: 'Too dear' })
    expect(await ended(runId)).toMatchObject({ status: 'failed', error: { message: 'rejected: Too dear' } })
  })

  test('accepts one of two concurrent decisions', async () => {
    const { approval } = await ask()
    const responses = await Promise.all(
      [owner, member, other, member].map((by, at) =>
        api('POST', `/${approval.id}/decide`, by, { decision: at % 2 ? 'approved' : 'rejected' }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('rejects a decision by a member who is not an assignee, and allows delegation', async () => {
    const { runId, approval } = await ask({ assignees: [member.userId] })
    expect(approval.assignees).toMatchObject([{ id: member.userId }])
    const decide = (by: TestUser) => api('POST', `/${approval.id}/decide`, by, { decision: 'approved' })
    const hand = (by: TestUser, to: string) => api('POST', `/${approval.id}/delegate`, by, { userId: to })
    expect((await decide(owner)).status).toBe(403)
    expect((await hand(other, other.userId)).status).toBe(403)
    expect((await hand(member, viewer.userId)).status).toBe(409)
    expect((await hand(member, newId())).status).toBe(404)
    expect((await hand(member, other.userId)).body.data.assignees).toMatchObject([{ id: other.userId }])
    expect((await decide(member)).status).toBe(403)
    expect((await decide(viewer)).status).toBe(403)
    const mine = async (by: TestUser) => (await api<Approval[]>('GET', `?mine=true&runId=${runId}`, by)).body.data.length
    expect([await mine(member), await mine(other), await mine(viewer)]).toEqual([0, 1, 0])
    // A manager takes it over from an absent member.
    expect((await hand(owner, owner.userId)).status).toBe(200)
    expect((await decide(owner)).status).toBe(200)
  })

  test('is over when it expired or its run was cancelled', async () => {
    const late = await ask({ timeout: { amount: 1, unit: 'seconds' } })
    expect(await ended(late.runId)).toMatchObject({ output: 'late' })
    expect((await api('GET', `/${late.approval.id}`, owner)).body.data.status).toBe('expired')
    const gone = await ask()
    expect((await t.call('POST', `/api/workflow-runs/${gone.runId}/cancel`, { token: owner.token })).status).toBeLessThan(300)
    await ended(gone.runId)
    expect((await api('GET', `/${gone.approval.id}`, owner)).body.data.status).toBe('cancelled')
    for (const { approval } of [late, gone])
      expect((await api('POST', `/${approval.id}/decide`, owner, { decision: 'approved' })).body.code).toBe('ALREADY_DECIDED')
    const listed = async (status: string) =>
      (await api<Approval[]>('GET', `?status=${status}&limit=200`, owner)).body.data.map(({ id }) => id)
    expect(await listed('expired')).toContain(late.approval.id)
    expect(await listed('cancelled')).toContain(gone.approval.id)
    expect(await listed('pending')).not.toContain(gone.approval.id)
  })
})

describe('by the link of the mail', () => {
  test("emails each assignee; opening the link decides nothing; the decision is recorded as the assignee's", async () => {
    const { runId, approval } = await ask({ assignees: [member.userId] })
    const tokenIn = (text: string) => /\/approve\/([\w-]+)/.exec(text)?.[1] ?? ''
    const mail = await until(async () => {
      const { rows } = await t.owner.query<{ subject: string; body_text: string }>(
        'select subject, body_text from app.sandbox_mail where recipient = $1',
        [member.email],
      )
      return rows.find((row) => openApprovalLink(t.platform, tokenIn(row.body_text))?.approvalId === approval.id)
    })
    expect(mail.subject).toBe('To be decided: Send the offer?')
    const token = tokenIn(mail.body_text)
    const open = () => t.call('GET', `/api/approvals/${token}`)
    expect((await open()).body.data).toMatchObject({ title: 'Send the offer?', status: 'pending', workflowName: 'Offers' })
    expect((await open()).body.data['status']).toBe('pending')
    expect((await runs.read(runId)).status).toBe('waiting')
    const decided = await t.call('POST', `/api/approvals/${token}`, { body: { decision: 'approved', comment: 'By mail' } })
    expect(decided.body.data).toMatchObject({ status: 'approved' })
    expect(await ended(runId)).toMatchObject({ status: 'success' })
    expect((await api('GET', `/${approval.id}`, owner)).body.data).toMatchObject({ status: 'approved', comment: 'By mail' })
    expect((await t.call('POST', `/api/approvals/${token}`, { body: { decision: 'rejected' } })).status).toBe(409)
  })

  test('rejects a link of a member who may no longer decide it', async () => {
    const { approval } = await ask({ assignees: [member.userId] })
    expect((await t.call('GET', linkOf(approval, member))).status).toBe(200)
    expect((await t.call('GET', linkOf(approval, other))).status).toBe(404)
    await api('POST', `/${approval.id}/delegate`, member, { userId: other.userId })
    expect((await t.call('GET', linkOf(approval, member))).status).toBe(404)
    expect((await t.call('POST', linkOf(approval, member), { body: { decision: 'approved' } })).status).toBe(404)
    const open = await ask()
    expect((await t.call('GET', linkOf(open.approval, viewer))).status).toBe(404)
    const stranger = await t.register()
    expect((await t.call('GET', linkOf(open.approval, stranger))).status).toBe(404)
  })

  test('rejects a forged or changed link', () => {
    const ref = { orgId: newId(), approvalId: newId(), userId: newId() }
    const token = sealApprovalLink(t.platform, ref)
    expect(openApprovalLink(t.platform, token)).toEqual(ref)
    for (let at = 0; at < token.length; at += 7) {
      const emailMessage = token[at] === 'A' ? 'B' : 'A'
      expect(openApprovalLink(t.platform, token.slice(0, at) + emailMessage + token.slice(at + 1))).toBeNull()
    }
    expect(openApprovalLink(t.platform, `${token}A`)).toBeNull()
    expect(openApprovalLink(t.platform, `${token}==`)).toBeNull()
    expect(openApprovalLink(t.platform, '')).toBeNull()
  })
})

test('notifies each assignee in the product', async () => {
  const { approval } = await ask({ assignees: [other.userId], mail: false })
  const found = await until(async () => {
    const { rows } = await t.owner.query<{ title: string; action_url: string }>(
      'select title, action_url from app.notifications where user_id = $1 and action_url like $2',
      [other.userId, `%${approval.id}%`],
    )
    return rows[0]
  })
  expect(found.title).toBe('Your decision is asked for: Send the offer?')
})
