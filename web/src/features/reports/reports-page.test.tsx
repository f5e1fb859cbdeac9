import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { analytics } from '@imperium/contract/analytics/analytics.ts'
import type { MetricAnswer, MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import { factsOf, metricIds, reportMetrics } from '@imperium/contract/analytics/metrics.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { reports } from '@imperium/contract/reports/reports.ts'
import type { Report, ReportRun, ReportShare } from '@imperium/contract/reports/reports.ts'
import { team } from '@imperium/contract/team.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'
import type { FakeApi } from '../../testing/fake-api.ts'

const run: ReportRun = {
  id: id(50),
  reportId: id(40),
  state: 'done',
  cause: 'manual',
  slot: null,
  createdAt: at,
  finishedAt: at,
  failure: '',
}
const own: Report = {
  id: id(40),
  name: 'Monday numbers',
  description: 'For the team',
  type: 'agents',
  chartType: 'bar',
  metrics: ['agent_runs'],
  groupBy: 'time',
  period: '90d',
  schedule: { every: 'Weekly', weekday: 1, day: 1, hour: 9, timeZone: 'Europe/Berlin' },
  nextAt: at,
  recipients: [id(1)],
  lastRun: run,
  createdBy: 'Ada Lovelace',
  isTemplate: false,
  isEditable: true,
  createdAt: at,
  updatedAt: at,
}
const template: Report = {
  ...own,
  id: id(41),
  name: 'Agent performance',
  description: 'Runs and cost',
  period: null,
  schedule: null,
  nextAt: null,
  recipients: [],
  lastRun: null,
  isTemplate: true,
  isEditable: false,
}
const definitions = metricIds.map((metric): MetricDefinition => {
  const { area, unit, additivity, splits, empty, counted, version, goodWhen } = factsOf(metric)
  return {
    id: metric,
    area,
    unit,
    additivity,
    splits: [...splits],
    empty,
    counted,
    version,
    goodWhen,
    label: metric,
    text: '',
    timeZone: 'UTC',
    hasRows: true,
  }
})
const answer: MetricAnswer = {
  from: '2026-11-01',
  to: '2026-11-02',
  previousFrom: '2026-10-30',
  previousTo: '2026-10-31',
  timeZone: 'UTC',
  grain: 'day',
  asOf: at,
  results: [
    {
      metric: 'agent_runs',
      label: 'Agent runs',
      unit: 'count',
      additivity: 'sum',
      goodWhen: 'up',
      version: 1,
      currency: null,
      value: 120,
      previous: 100,
      change: 20,
      points: [{ date: '2026-11-01', value: 120, previous: 100 }],
      rows: [],
      moreRows: 0,
      path: null,
    },
  ],
  withheld: ['revenue_total'],
  failed: [],
}

const open = (place: string, role: Role = 'OWNER', more: (api: FakeApi) => void = () => undefined) =>
  openScreen(`reports${place}`, { role }, (api) => {
    api.give(reports.list, [template, own])
    api.give(analytics.metrics, definitions)
    api.give(team.members, [])
    more(api)
  })

const shows = (api: FakeApi, report: Report) => {
  api.give(reports.figures, { report, run: null, answer })
  api.give(reports.runs, [run])
}

test('lists templates, reports and schedules; only own reports can be edited and deleted', async () => {
  open('')
  const table = await screen.findByRole('table', { name: 'Reports' })
  for (const head of ['Report Name', 'Type', 'Chart', 'Date Range', 'Schedule', 'Last Run', 'Actions'])
    expect(within(table).getByRole('columnheader', { name: head })).toBeTruthy()
  // A template has no schedule, and the period of the page.
  for (const name of ['On-demand', 'Last 30 Days', 'Last 90 Days']) expect(within(table).getByRole('cell', { name })).toBeTruthy()
  expect(within(table).getByRole('button', { name: 'Delete: Monday numbers' })).toBeTruthy()
  expect(within(table).queryByRole('button', { name: 'Delete: Agent performance' })).toBeNull()
  const scheduled = screen.getByRole('region', { name: 'Scheduled Reports' })
  expect(scheduled.textContent).toContain('Weekly, Monday 9:00, Europe/Berlin')
  expect(within(scheduled).getByRole('button', { name: 'Run Now' })).toBeTruthy()
})

test('creates a report from a name and a metric, and not without', async () => {
  const api = open('?create=true', 'OWNER', (on) => on.give(reports.create, own))
  const dialog = await screen.findByRole('dialog', { name: 'Create Custom Report' })
  const submit = within(dialog).getByRole('button', { name: 'Create Report' })
  expect(submit.hasAttribute('disabled')).toBe(true)
  for (const metric of reportMetrics) expect(within(dialog).getByRole('checkbox', { name: metric })).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Report Name' }), { target: { value: 'Mine' } })
  expect(submit.hasAttribute('disabled')).toBe(true)
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'agents_created' }))
  expect(submit.hasAttribute('disabled')).toBe(false)
  fireEvent.submit(submit.closest('form')!)
  await waitFor(() =>
    expect(api.sent(reports.create)[0]?.body).toMatchObject({
      name: 'Mine',
      metrics: ['agents_created'],
      chartType: 'bar',
      groupBy: 'time',
      period: '30d',
      schedule: null,
    }),
  )
})

test('shows a report with its facts, figures and trend, and runs it', async () => {
  const api = open(`?report=${own.id}`, 'OWNER', (on) => {
    shows(on, own)
    on.give(reports.run, { ...run, state: 'queued' })
    on.give(reports.readRun, { ...run, answer })
  })
  await screen.findByRole('heading', { level: 1, name: 'Monday numbers' })
  for (const head of ['Metric', 'Value', 'Change', 'Trend']) expect(screen.getByRole('columnheader', { name: head })).toBeTruthy()
  expect((await screen.findByRole('rowheader', { name: 'Agent runs' })).closest('tr')?.textContent).toBe('Agent runs120+20% Up')
  expect(screen.getByText(/1 metric is hidden from your role/)).toBeTruthy()
  for (const name of ['Share', 'Edit', 'Export']) expect(screen.getByRole('button', { name })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Run Now' }))
  await waitFor(() => expect(api.sent(reports.run)).toHaveLength(1))
  await waitFor(() => expect(api.sent(reports.readRun).length).toBeGreaterThan(0))
})

test('makes a link, shows it once and revokes it', async () => {
  const share: ReportShare = {
    id: id(60),
    audience: 'members',
    url: null,
    createdBy: 'Ada',
    createdAt: at,
    expiresAt: '2099-01-01T00:00:00.000Z',
    revokedAt: null,
    opened: 2,
  }
  const api = open(`?report=${own.id}&share=true`, 'OWNER', (on) => {
    shows(on, own)
    on.give(reports.shares, [share])
    on.give(reports.share, { ...share, url: 'https://example.com/link' })
    on.give(reports.revokeShare, { ...share, revokedAt: at })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Create link' }))
  await screen.findByDisplayValue('https://example.com/link')
  fireEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(api.sent(reports.revokeShare)).toHaveLength(1))
})

test('lets a viewer read and export only', async () => {
  open(`?report=${template.id}`, 'VIEWER', (on) => shows(on, template))
  await screen.findByRole('heading', { level: 1, name: 'Agent performance' })
  for (const name of ['Share', 'Run Now', 'Edit', 'Use as a start']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy()
})
