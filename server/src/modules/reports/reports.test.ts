import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report, ReportFigures, ReportRun, ReportRunDetail, ReportShare } from '@imperium/contract/reports/reports.ts'
import { readXlsx } from 'hucre/xlsx'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'
import { meter } from '../../platform/metering/metering.ts'
import { freeStuckRuns, runDueReports } from './run-report.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
  owner = await t.register()
  await t.platform.db.withOrg(owner.orgId, (tx) => meter(tx, { runs: 5, completed: 4, failed: 1, model: 'gpt-4', costMicros: 1_000 }))
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const create = async (body: object, user = owner) => call<Report>('POST', '/reports', body, user)
const created = async (body: object, user = owner) => (await create({ metrics: ['agent_runs'], ...body }, user)).body.data
const list = async (user = owner) => (await call<Report[]>('GET', '/reports', undefined, user)).body.data
const download = async (path: string, user = owner) =>
  t.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${user.token}` } })
const finished = async (id: string, user = owner) =>
  until(async () => {
    const { data } = (await call<ReportRunDetail>('GET', `/report-runs/${id}`, undefined, user)).body
    return ['done', 'failed'].includes(data.state) && data
  }, 20_000)

describe('reports', () => {
  test('lists the templates, which no one can change, and creates, changes and deletes a report', async () => {
    const before = await list()
    expect(before.filter(({ isTemplate }) => isTemplate).map(({ type }) => type)).toEqual([
      'agents',
      'campaigns',
      'api',
      'users',
      'revenue',
      'workflows',
      'conversations',
      'contacts',
    ])
    const template = before[0]
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, `/reports/${template?.id}`, body)).status).toBe(409)
    const made = await created({
      name: 'Weekly runs',
      metrics: ['agent_runs', 'agents_created'],
      groupBy: 'organization',
      chartType: 'pie',
    })
    expect(made).toMatchObject({ type: 'agents', period: '30d', isTemplate: false, isEditable: true, schedule: null, lastRun: null })
    expect((await create({ name: 'WEEKLY RUNS', metrics: ['agent_runs'] })).status).toBe(409)
    const changed = await call<Report>('PATCH', `/reports/${made.id}`, { name: 'Runs', updatedAt: made.updatedAt })
    expect(changed.body.data).toMatchObject({ name: 'Runs', chartType: 'pie' })
    expect((await call('PATCH', `/reports/${made.id}`, { name: 'Old', updatedAt: made.updatedAt })).status).toBe(409)
    expect((await call('DELETE', `/reports/${made.id}`)).status).toBe(200)
    expect((await call('GET', `/reports/${made.id}`)).status).toBe(404)
  })

  test('needs a name and a metric, and refuses a grouping that a metric does not allow', async () => {
    expect((await create({ name: '', metrics: ['agent_runs'] })).body.errors?.[0]?.message).toBe('Name is required')
    expect((await create({ name: 'None', metrics: [] })).body.errors?.[0]?.message).toBe('Choose at least one metric')
    const refused = await create({ name: 'Wrong', metrics: ['agents_created', 'agent_runs'], groupBy: 'user' })
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'metrics.1'])
  })

  test('a member changes their own reports, and an admin all', async () => {
    const [admin, member, other] = [
      await t.addMember(owner.orgId, 'ADMIN'),
      await t.addMember(owner.orgId, 'MEMBER'),
      await t.addMember(owner.orgId, 'MEMBER'),
    ]
    const { id } = await created({ name: 'Of a member' }, member)
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    expect((await call('PATCH', `/reports/${id}`, { name: 'By a viewer' }, viewer)).status).toBe(403)
    expect((await call('DELETE', `/reports/${id}`, undefined, viewer)).status).toBe(403)
    expect((await list(viewer)).find((report) => report.id === id)?.isEditable).toBe(false)
    expect((await call('PATCH', `/reports/${id}`, { name: 'By another' }, other)).status).toBe(403)
    expect((await call('DELETE', `/reports/${id}`, undefined, other)).status).toBe(403)
    expect((await list(other)).find((report) => report.id === id)?.isEditable).toBe(false)
    const link = (await call<ReportShare>('POST', `/reports/${id}/shares`, { audience: 'members' }, member)).body.data
    expect((await call('POST', `/report-shares/${link.id}/revoke`, undefined, other)).status).toBe(403)
    expect((await call('POST', `/report-shares/${link.id}/revoke`, undefined, member)).status).toBe(200)
    expect((await call('PATCH', `/reports/${id}`, { name: 'By an admin' }, admin)).status).toBe(200)
    const stranger = await t.register()
    expect((await call('GET', `/reports/${id}`, undefined, stranger)).status).toBe(404)
  })

  test('holds only the metrics that its reader may see', async () => {
    const member = await t.addMember(owner.orgId, 'MEMBER')
    expect((await create({ name: 'Revenue of a member', metrics: ['revenue_total'] }, member)).status).toBe(403)
    const { id } = await created({ name: 'Mixed', metrics: ['revenue_total', 'agent_runs'], groupBy: 'organization' })
    const seen = (await call<ReportFigures>('GET', `/reports/${id}/figures`, undefined, member)).body.data.answer
    expect([seen.withheld, seen.results.map(({ metric }) => metric)]).toEqual([['revenue_total'], ['agent_runs']])
    const file = await download(`/reports/${id}/export?format=csv`, member)
    expect(file.body).not.toContain('Revenue')
    const { id: runId } = (await call<ReportRun>('POST', `/reports/${id}/run`)).body.data
    await finished(runId)
    expect((await finished(runId, member)).answer?.withheld).toEqual(['revenue_total'])
    expect((await list(member)).some(({ name }) => name === 'Revenue')).toBe(false)
  })

  test('a run keeps its figures', async () => {
    const { id } = await created({ name: 'Kept', metrics: ['agent_runs'] })
    const started = await call<ReportRun>('POST', `/reports/${id}/run`)
    expect([started.status, started.body.data.state]).toEqual([202, 'queued'])
    const first = await finished(started.body.data.id)
    const total = first.answer?.results[0]?.value ?? 0
    await t.platform.db.withOrg(owner.orgId, (tx) => meter(tx, { runs: 2, completed: 2, model: 'gpt-4' }))
    const again = (await call<ReportRunDetail>('GET', `/report-runs/${first.id}`)).body.data
    expect(again.answer?.results[0]?.value).toBe(total)
    const now = (await call<ReportFigures>('GET', `/reports/${id}/figures`)).body.data
    expect(now.answer.results[0]?.value).toBe(total + 2)
    expect(now.report.lastRun?.id).toBe(first.id)
    const kept = await download(`/reports/${id}/export?format=csv&run=${first.id}`)
    expect(kept.body).toContain(`"Agent runs","${total}"`)
  })
})

describe('files', () => {
  test('CSV, workbook and PDF show the same figures, and text is no formula', async () => {
    const { id } = await created({ name: '=1+1 runs', metrics: ['agent_runs', 'agent_cost'], groupBy: 'type', chartType: 'bar' })
    const csv = await download(`/reports/${id}/export?format=csv`)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body).toContain('"\'=1+1 runs"')
    const xlsx = await download(`/reports/${id}/export?format=xlsx`)
    const { sheets } = await readXlsx(new Uint8Array(xlsx.rawPayload))
    expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'Details'])
    const row = sheets[0]?.rows.find(([label]) => label === 'Agent runs')
    expect(typeof row?.[1]).toBe('number')
    expect(sheets[0]?.rows[0]?.[0]).toBe('=1+1 runs')
    const pdf = await download(`/reports/${id}/export?format=pdf`)
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const all = await download('/reports/export?format=csv&period=7d&type=agents')
    expect(all.body).toContain('"Agent performance: Agent runs"')
  })
})

describe('schedules', () => {
  const mails = async () =>
    (
      await t.owner.query<{ recipient: string; subject: string; text: string }>(
        'select recipient, subject, body_text as text from app.sandbox_mail order by id',
      )
    ).rows

  test('a slot runs once, also when two processes look, and each recipient gets what they may see', async () => {
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    const schedule = { every: 'Weekly', weekday: 1, day: 1, hour: 9, timeZone: 'Europe/Berlin' }
    const { id, nextAt } = await created({
      name: 'Monday',
      metrics: ['agent_runs', 'revenue_total'],
      groupBy: 'organization',
      schedule,
      recipients: [owner.userId, viewer.userId],
    })
    expect(new Date(nextAt ?? '').getTime()).toBeGreaterThan(Date.now())
    await t.owner.query("update app.reports set next_at = now() - interval '20 days' where id = $1", [id])
    await Promise.all([runDueReports(t.platform), runDueReports(t.platform)])
    const runs = (await call<ReportRun[]>('GET', `/reports/${id}/runs`)).body.data
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ cause: 'schedule' })
    const sent = await until(async () => {
      const found = (await mails()).filter(({ subject }) => subject.startsWith('Monday'))
      return found.length === 2 && found
    }, 30_000)
    const of = (user: TestUser) => sent.find(({ recipient }) => recipient === user.email)?.text
    expect(of(viewer)).toContain('Metrics that you may not see are left out.')
    expect(of(viewer)).not.toContain('Revenue:')
    expect(of(owner)).not.toContain('left out')
    const { nextAt: next } = (await call<Report>('GET', `/reports/${id}`)).body.data
    expect(new Date(next ?? '').getTime()).toBeGreaterThan(Date.now())
    await runDueReports(t.platform)
    expect((await call<ReportRun[]>('GET', `/reports/${id}/runs`)).body.data).toHaveLength(1)
  })
})

describe('a report run that its process left', () => {
  test('is queued again, but not again and again while its organization is at rest', async () => {
    const { id } = await created({ name: 'Left', metrics: ['agent_runs'] })
    const { data: run } = (await call<ReportRun>('POST', `/reports/${id}/run`)).body
    await finished(run.id)
    const change = (set: string) => t.owner.query(`update auth.organizations set ${set} where id = $1`, [owner.orgId])
    const waiting = async () => (await t.owner.query('select from app.rested_jobs where org_id = $1', [owner.orgId])).rowCount
    await change("status = 'SUSPENDED'")
    await t.owner.query(
      "update app.report_runs set state = 'queued', answer = null, started_at = now() - interval '1 hour' where id = $1",
      [run.id],
    )
    const queued = async () =>
      (await t.owner.query("select from pgboss.job where name = 'reports.run' and group_id = $1", [owner.orgId])).rowCount
    for (const _ of [1, 2]) await freeStuckRuns(t.platform)
    expect([await queued(), await waiting()]).toEqual([0, 0])
    await change("status = 'ACTIVE'")
    await freeStuckRuns(t.platform)
    expect(await finished(run.id)).toMatchObject({ state: 'done' })
  })
})

describe('links', () => {
  test('show a report to members, or the newest run to anyone, until they expire or are revoked', async () => {
    const { id } = await created({ name: 'Shared', metrics: ['agent_runs', 'revenue_total'], groupBy: 'organization' })
    const member = await t.addMember(owner.orgId, 'MEMBER')
    expect((await call('POST', `/reports/${id}/shares`, { audience: 'anyone' }, member)).status).toBe(403)
    const share = async (audience: string) => (await call<ReportShare>('POST', `/reports/${id}/shares`, { audience })).body.data
    const [ofMembers, ofAnyone] = [await share('members'), await share('anyone')]
    const token = (made: ReportShare) => /[\w-]{43}$/.exec(made.url ?? '')?.[0] ?? ''
    const open = (made: ReportShare) => t.app.inject({ url: `/api/public/reports/${token(made)}` })
    const readAs = (user: TestUser) => call<ReportFigures>('GET', `/shared-reports/${token(ofMembers)}`, undefined, user)
    expect((await readAs(member)).body.data.answer.withheld).toEqual(['revenue_total'])
    expect((await readAs(await t.register())).status).toBe(404)
    expect((await open(ofMembers)).statusCode).toBe(404)
    const page = await until(async () => {
      const found = await open(ofAnyone)
      return found.statusCode === 200 && found
    }, 20_000)
    expect(page.body).toContain('Agent runs')
    expect(page.body).not.toContain('Revenue')
    const listed = (await call<ReportShare[]>('GET', `/reports/${id}/shares`)).body.data
    expect(listed.map(({ url, opened }) => [url, opened])).toEqual([
      [null, 1],
      [null, 1],
    ])
    // The member's own: a link for anyone takes it out of their hands.
    await t.owner.query('update app.reports set created_by_user = $2 where id = $1', [id, member.userId])
    const changed = async () => (await call('PATCH', `/reports/${id}`, { metrics: ['agent_runs', 'agent_runs_failed'] }, member)).status
    expect(await changed()).toBe(403)
    expect((await call('POST', `/report-shares/${ofAnyone.id}/revoke`)).status).toBe(200)
    expect((await open(ofAnyone)).statusCode).toBe(404)
    expect(await changed()).toBe(200)
    await t.owner.query("update app.report_shares set expires_at = now() - interval '1 minute' where id = $1", [ofMembers.id])
    expect((await readAs(member)).status).toBe(410)
  })
})
