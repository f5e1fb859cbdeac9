import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { recordQuestion } from '../knowledge/index.ts'
import { eraseExpired } from './erase-expired.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())

const dayMs = 86_400_000
/** An id as it would have been created then. */
const idOf = (daysAgo: number) => {
  const ms = Math.round(Date.now() - daysAgo * dayMs)
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${newId().slice(14)}`
}

async function makeAgent(user: TestUser): Promise<string> {
  const response = await t.call<{ id: string }>('POST', '/api/agents', { token: user.token, body: { name: 'Runner', type: 'SALES' } })
  return response.body.data.id
}

async function makeRun(user: TestUser, agentId: string, daysAgo: number, status = 'completed'): Promise<string> {
  const id = idOf(daysAgo)
  await t.owner.query(
    `insert into app.runs (org_id, id, agent_id, agent_version, agent_name, status, model, trigger, started_by, input, output)
     values ($1, $2, $3, 1, 'Runner', $4, 'sandbox', 'web', 'Pat', '"private"', 'private')`,
    [user.orgId, id, agentId, status],
  )
  await t.owner.query(
    `insert into app.run_steps (org_id, run_id, seq, kind, name, status, attempt, input) values ($1, $2, 1, 'result', 'x', 'completed', 1, '{}')`,
    [user.orgId, id],
  )
  await t.owner.query(`insert into app.run_events (org_id, run_id, seq, payload) values ($1, $2, 1, '{}')`, [user.orgId, id])
  return id
}

async function left(user: TestUser): Promise<{ runs: string[]; steps: number; events: number }> {
  const { rows } = await t.owner.query<{ id: string }>('select id from app.runs where org_id = $1 order by id', [user.orgId])
  const count = async (table: string) =>
    (await t.owner.query<{ n: number }>(`select count(*)::int as n from app.${table} where org_id = $1`, [user.orgId])).rows[0]?.n ?? -1
  return { runs: rows.map((row) => row.id), steps: await count('run_steps'), events: await count('run_events') }
}

const keep = async (user: TestUser, retentionDays: number) => {
  await t.owner.query('update auth.organizations set retention_days_limit = 365 where id = $1', [user.orgId])
  await t.call('PUT', '/api/security/retention', { token: user.token, body: { retentionDays } })
}

test("erases finished runs after the organization's retention, 90 days by default, and keeps unfinished ones", async () => {
  const [usual, short, long] = [await t.register(), await t.register(), await t.register()]
  await keep(short, 30)
  await keep(long, 365)
  const made = new Map<TestUser, string[]>()
  for (const user of [usual, short, long]) {
    const agentId = await makeAgent(user)
    const runs = []
    for (const daysAgo of [200, 91, 89, 31, 29]) runs.push(await makeRun(user, agentId, daysAgo))
    made.set(user, runs)
  }
  const agentId = await makeAgent(short)
  const pinned = await makeRun(short, agentId, 100, 'running')
  for (const user of [usual, short])
    for (const daysAgo of [100, 40])
      await t.platform.db.withOrg(user.orgId, (tx) =>
        recordQuestion(tx, { question: `Asked ${daysAgo} days ago?`, runId: newId(), at: new Date(Date.now() - daysAgo * dayMs) }),
      )

  expect(await eraseExpired(t.platform, 'runs')).toBe(2 + 4 + 1 + 2)
  const questions = await t.owner.query<{ question: string }>('select question from app.knowledge_questions')
  expect(questions.rows).toEqual([{ question: 'Asked 40 days ago?' }])
  expect(await left(usual)).toEqual({ runs: made.get(usual)?.slice(2), steps: 3, events: 3 })
  expect((await left(short)).runs).toEqual([pinned, ...(made.get(short)?.slice(4) ?? [])].toSorted())
  expect(await left(long)).toEqual({ runs: made.get(long), steps: 5, events: 5 })
  expect(await eraseExpired(t.platform, 'runs')).toBe(0)
  // The audit rows of an organization that keeps 30 days stay: they are security records.
  const { rows } = await t.owner.query<{ n: number }>('select count(*)::int as n from app.audit_log where org_id = $1', [short.orgId])
  expect(rows[0]?.n).toBeGreaterThan(2)
}, 30_000)

test('more than one batch, of more than one organization', async () => {
  const users = [await t.register(), await t.register()]
  for (const user of users) {
    const agentId = await makeAgent(user)
    await t.owner.query(
      `insert into app.runs (org_id, id, agent_id, agent_version, agent_name, status, model, trigger, started_by, input)
       select $1, (substr(app.uuid_floor(now() - interval '120 days')::text, 1, 24) || lpad(n::text, 12, '0'))::uuid, $2, 1, 'Runner', 'failed',
         'sandbox', 'web', 'Pat', '1' from generate_series(1, 450) n`,
      [user.orgId, agentId],
    )
  }
  expect(await eraseExpired(t.platform, 'runs')).toBe(900)
  for (const user of users) expect((await left(user)).runs).toEqual([])
}, 30_000)

test('whole months beyond the longest retention are dropped; one with an unfinished run waits', async () => {
  const user = await t.register()
  await keep(user, 365)
  const agentId = await makeAgent(user)
  const now = new Date()
  const month = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
  const partOf = (table: string, ago: number) => `${table}_${month(ago).toISOString().slice(0, 7).replace('-', '_')}`
  for (const ago of [16, 15])
    for (const table of ['runs', 'run_steps', 'run_events'])
      await t.owner.query(
        `create table app.${partOf(table, ago)} partition of app.${table} for values from
         ('${await floorOf(month(ago))}') to ('${await floorOf(month(ago - 1))}')`,
      )
  const daysTo = (date: Date) => (Date.now() - date.getTime()) / dayMs - 2
  await makeRun(user, agentId, daysTo(month(16)))
  const pinned = await makeRun(user, agentId, daysTo(month(15)), 'queued')
  const kept = await makeRun(user, agentId, 300)

  await eraseExpired(t.platform, 'runs')
  expect((await left(user)).runs).toEqual([pinned, kept])
  const { rows } = await t.owner.query<{ relname: string }>('select relname from pg_class where relname = any($1) order by 1', [
    ['runs', 'run_steps', 'run_events'].flatMap((table) => [partOf(table, 16), partOf(table, 15)]),
  ])
  expect(rows.map((row) => row.relname)).toEqual([partOf('run_events', 15), partOf('run_steps', 15), partOf('runs', 15)])
  await expect(
    t.platform.db.withSystem((tx) => tx.executeQuery({ sql: 'select app.drop_run_months(now())', parameters: [] } as never)),
  ).rejects.toThrow(/kept for a year/)
}, 30_000)

async function floorOf(moment: Date): Promise<string> {
  const { rows } = await t.owner.query<{ id: string }>('select app.uuid_floor($1) as id', [moment])
  return rows[0]?.id ?? ''
}
