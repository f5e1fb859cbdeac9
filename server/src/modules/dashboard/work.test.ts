import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DashboardWork } from '@imperium/contract/dashboard.ts'
import { lowestId, newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())

const get = async <T>(user: TestUser, path: string) => (await t.call<T>('GET', path, { token: user.token })).body.data
const work = (user: TestUser, days = 7) => get<DashboardWork>(user, `/api/dashboard/work?days=${days}`)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const idAt = (at: Date) => lowestId(at.getTime()).slice(0, 14) + newId().slice(14)

async function campaign(user: TestUser, status: string, sends: readonly { at: Date; sent: number; opened: number; costMicros: number }[]) {
  const id = newId()
  await t.owner.query(
    `insert into app.campaigns (org_id, id, name, channel, definition, created_by, status) values ($1, $2, 'C', 'email', '{}', 'x', $3)`,
    [user.orgId, id, status],
  )
  for (const [step, { at, sent, opened, costMicros }] of sends.entries()) {
    const sendId = idAt(at)
    await t.owner.query(
      `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status, started_at) values ($1, $2, $3, $4, 1, 'completed', $5)`,
      [user.orgId, sendId, id, step, at],
    )
    // Two chunks: a send is counted once, its counters are summed.
    for (const chunk of [0, 1])
      await t.owner.query(
        `insert into app.campaign_chunks (org_id, send_id, chunk, status, total, sent, opened, cost_micros) values ($1, $2, $3, 'done', $4, $4, $5, $6)`,
        [user.orgId, sendId, chunk, sent / 2, opened / 2, costMicros / 2],
      )
  }
  return id
}

async function workflowRuns(user: TestUser, runs: readonly { at: Date; status: string; costMicros?: number }[]) {
  const id = newId()
  await t.owner.query(
    `insert into app.workflows (org_id, id, name, description, draft, created_by, status) values ($1, $2, 'W', '', '{}', 'x', 'active')`,
    [user.orgId, id],
  )
  for (const { at, status, costMicros = 0 } of runs)
    await t.owner.query(
      `insert into app.workflow_runs (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by, started_at, cost_micros)
       values ($1, $2, $3, 'W', 1, $4, 'manual', 'x', $5, $6)`,
      [user.orgId, idAt(at), id, status, at, costMicros],
    )
}

async function conversation(user: TestUser, at: Date, assigneeId: string | null = null, status = 'open') {
  const id = newId()
  await t.owner.query(
    `insert into app.conversations (org_id, id, kind, subject, channel, status, assignee_id) values ($1, $2, 'contact', 'S', 'email', $3, $4)`,
    [user.orgId, id, status, assigneeId],
  )
  await t.owner.query(
    `insert into app.messages (org_id, id, conversation_id, direction, sender_name, body, status, at) values ($1, $2, $3, 'inbound', 'Ada', 'Hello', 'received', $4)`,
    [user.orgId, newId(), id, at],
  )
}

test('counts nothing in a new organization', async () => {
  const owner = await t.register()
  expect(await work(owner)).toMatchObject({
    campaigns: { running: 0, scheduled: 0, sends: 0, sent: 0, sentGrowth: null, costMicros: 0 },
    workflows: { active: 0, runs: 0, runsGrowth: null, successRate: null, costMicros: 0 },
    conversations: { open: 0, unread: 0, unassigned: 0, received: 0, receivedGrowth: null },
  })
})

test('counts the period, compares with the one before, and leaves out deleted campaigns and other organizations', async () => {
  const owner = await t.register()
  const other = await t.register()
  await campaign(other, 'running', [{ at: daysAgo(1), sent: 1_000, opened: 1_000, costMicros: 1_000 }])
  await campaign(owner, 'running', [
    { at: daysAgo(2), sent: 300, opened: 90, costMicros: 4_000 },
    { at: daysAgo(10), sent: 200, opened: 10, costMicros: 2_000 },
  ])
  await campaign(owner, 'scheduled', [])
  const deleted = await campaign(owner, 'completed', [{ at: daysAgo(1), sent: 500, opened: 2, costMicros: 0 }])
  await t.owner.query('update app.campaigns set deleted_at = now() where id = $1', [deleted])
  await workflowRuns(owner, [
    { at: daysAgo(1), status: 'success', costMicros: 700 },
    { at: daysAgo(2), status: 'success' },
    { at: daysAgo(3), status: 'failed' },
    { at: daysAgo(3), status: 'waiting' },
    { at: daysAgo(9), status: 'failed', costMicros: 100 },
    { at: daysAgo(9), status: 'success' },
  ])
  expect(await work(owner)).toMatchObject({
    campaigns: { running: 1, scheduled: 1, sends: 1, sent: 300, sentGrowth: 50, opened: 90, costMicros: 4_000 },
    workflows: { active: 1, runs: 4, runsGrowth: 100, failed: 1, successRate: 66.7, costMicros: 700 },
  })
  expect(await work(owner, 30)).toMatchObject({ campaigns: { sends: 2, sent: 500, costMicros: 6_000 }, workflows: { runs: 6, failed: 2 } })
})

test('the links show the rows that were counted', async () => {
  const owner = await t.register()
  await campaign(owner, 'running', [{ at: daysAgo(2), sent: 100, opened: 0, costMicros: 0 }])
  await campaign(owner, 'completed', [{ at: daysAgo(20), sent: 100, opened: 0, costMicros: 0 }])
  await workflowRuns(owner, [
    { at: daysAgo(1), status: 'failed' },
    { at: daysAgo(20), status: 'failed' },
  ])
  for (const [at, assignee, status] of [
    [daysAgo(1), null, 'open'],
    [daysAgo(12), owner.userId, 'open'],
    [daysAgo(1), null, 'closed'],
  ] as const)
    await conversation(owner, at, assignee, status)
  const { from, campaigns, workflows, conversations } = await work(owner)
  const rows = async (path: string) => (await get<unknown[]>(owner, path)).length
  expect(await rows(`/api/campaigns?sentSince=${from}`)).toBe(campaigns.sends)
  expect(await rows('/api/campaigns?status=running')).toBe(campaigns.running)
  expect(await rows(`/api/workflow-runs?from=${from}`)).toBe(workflows.runs)
  expect(await rows(`/api/workflow-runs?from=${from}&status=failed`)).toBe(workflows.failed)
  expect(conversations).toMatchObject({ open: 2, unread: 2, unassigned: 1, received: 2, receivedGrowth: 100 })
  expect(await rows('/api/messages?box=inbox&status=open')).toBe(conversations.open)
  expect(await rows('/api/messages?box=inbox&status=open&unread=true')).toBe(conversations.unread)
  expect(await rows('/api/messages?box=inbox&status=open&assigned=nobody')).toBe(conversations.unassigned)
})
