import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { metricViews } from '@imperium/contract/analytics/metric-views.ts'
import { dashboard } from '@imperium/contract/dashboard.ts'
import type { DashboardStats, DashboardWork } from '@imperium/contract/dashboard.ts'
import { demoData } from '@imperium/contract/onboarding/demo-data.ts'
import type { DemoData } from '@imperium/contract/onboarding/demo-data.ts'
import { onboarding } from '@imperium/contract/onboarding/onboarding.ts'
import type { Onboarding } from '@imperium/contract/onboarding/onboarding.ts'
import type { z } from 'zod'
import type { Role } from '@imperium/contract/permissions.ts'
import { queryClient } from '../../lib/query-client.ts'
import { openScreen } from '../../testing/open-screen.tsx'

const from = '2026-11-18T00:00:00.000Z'
const growth = { agentsGrowth: 0, executionsGrowth: 0, usersGrowth: 0, successRateGrowth: 0, responseTimeGrowth: 0, costGrowth: 0 }
const stats = (agents: number): z.infer<typeof DashboardStats> => ({
  overview: { totalAgents: agents, activeAgents: agents, totalUsers: 1 },
  growth,
  usage: { agentExecutionsToday: 0, agentExecutionsThisMonth: agents, agentExecutionsInPeriod: agents },
  performance: {
    totalCostThisMonth: 0,
    totalCostThisMonthMicros: 0,
    costInPeriodMicros: 0,
    avgAgentResponseTime: null,
    p95AgentResponseTime: null,
    avgSuccessRate: null,
  },
  timeZone: 'UTC',
})
const work: DashboardWork = {
  from,
  campaigns: {
    running: 2,
    scheduled: 0,
    sends: 1,
    sent: 1_200,
    sentGrowth: null,
    delivered: 1_190,
    opened: 600,
    clicked: 60,
    responded: 6,
    costMicros: 4_200_000,
  },
  workflows: { active: 3, runs: 48, runsGrowth: 12, failed: 5, successRate: 90, costMicros: 0 },
  conversations: { open: 9, unread: 4, unassigned: 7, received: 30, receivedGrowth: -3 },
}
const noDemo: DemoData = {
  status: 'none',
  progress: 0,
  counts: {
    agents: 0,
    runs: 0,
    contacts: 0,
    segments: 0,
    campaigns: 0,
    workflows: 0,
    conversations: 0,
    orders: 0,
    entities: 0,
    documents: 0,
    webhooks: 0,
  },
  error: null,
  startedAt: null,
}
const steps: Onboarding['steps'] = [
  { id: 'import-contacts', done: true },
  { id: 'send-campaign', done: false },
  { id: 'create-agent', done: false },
  { id: 'publish-workflow', done: false },
]
const withGoal: Onboarding = { goal: 'campaign', asked: true, dismissed: false, steps }

interface Given {
  role?: Role
  agents?: number
  choice?: Onboarding
  demo?: DemoData
}

/** The dashboard over an API that keeps the choice and the demo data it is told. */
function open({ role = 'OWNER', agents = 1, choice = { ...withGoal, dismissed: true }, demo = noDemo }: Given) {
  let [saved, loaded] = [choice, demo]
  return openScreen('dashboard', { role }, (api) => {
    api.give(dashboard.stats, stats(agents))
    api.give(metricViews.list, [])
    api.give(dashboard.charts, { agentExecutionsTrend: [], agentPerformance: [], modelUsage: [] })
    api.give(dashboard.work, work)
    api.give(dashboard.activity, [])
    api.give(onboarding.read, () => saved)
    api.give(onboarding.update, ({ body }) => (saved = { ...saved, asked: true, ...(body as Pick<Onboarding, 'goal' | 'dismissed'>) }))
    api.give(demoData.read, () => loaded)
    api.give(demoData.load, () => (loaded = { ...noDemo, status: 'loading', progress: 35 }))
  })
}

test('the scale of response times ends at three seconds, or above the slowest', async () => {
  const slow = stats(1)
  for (const [p95, last] of [
    [2_100, '3 s'],
    [4_200, '6 s'],
  ] as const) {
    openScreen('dashboard', {}, (api) => {
      api.give(dashboard.stats, { ...slow, performance: { ...slow.performance, avgAgentResponseTime: 900, p95AgentResponseTime: p95 } })
      api.give(metricViews.list, [])
      api.give(dashboard.charts, { agentExecutionsTrend: [], agentPerformance: [], modelUsage: [] })
      api.give(dashboard.work, work)
      api.give(dashboard.activity, [])
      api.give(onboarding.read, { ...withGoal, dismissed: true })
      api.give(demoData.read, noDemo)
    })
    expect((await screen.findAllByText(last)).length).toBeGreaterThan(0)
    cleanup()
    queryClient.clear()
  }
})

const panel = (name: string) => within(screen.getByRole('region', { name }))

test('asks a new user for a first goal, then lists the steps', async () => {
  const api = open({ agents: 0, choice: { ...withGoal, goal: null, asked: false } })
  fireEvent.click(await screen.findByRole('button', { name: /Send a campaign/ }))
  expect(await screen.findByText('1 of 4 done')).toBeTruthy()
  expect(api.sent(onboarding.update)[0]?.body).toEqual({ goal: 'campaign', dismissed: false })
  expect(screen.queryByText('What do you want to do first?')).toBeNull()
})

test('the question can be skipped', async () => {
  const api = open({ choice: { ...withGoal, goal: null, asked: false } })
  fireEvent.click(await screen.findByRole('button', { name: 'Skip' }))
  expect(await screen.findByText('First steps')).toBeTruthy()
  expect(api.sent(onboarding.update)[0]?.body).toEqual({ goal: null, dismissed: false })
})

test('the checklist says what is done, leads to what is not, and can be hidden and brought back', async () => {
  const api = open({ choice: withGoal })
  const list = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(list.getByText('Import your contacts').textContent).toBe('Import your contacts, done')
  expect(list.queryByRole('link', { name: 'Import your contacts' })).toBeNull()
  for (const link of list.getAllByRole('link', { name: 'Send your first campaign' }))
    expect(link.getAttribute('href')).toMatch(/\/campaigns\?create=true$/)
  fireEvent.click(list.getByRole('button', { name: 'Hide the first steps' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show the first steps' }))
  expect(await screen.findByText('1 of 4 done')).toBeTruthy()
  expect(api.sent(onboarding.update).map(({ body }) => body)).toEqual([
    { goal: 'campaign', dismissed: true },
    { goal: 'campaign', dismissed: false },
  ])
})

test('all steps done: nothing is left to press but to hide them', async () => {
  open({ choice: { ...withGoal, steps: steps.map((step) => ({ ...step, done: true })) } })
  const list = within(await screen.findByRole('region', { name: 'All first steps are done' }))
  expect(list.queryAllByRole('link')).toEqual([])
})

test('a viewer, who can do no step, sees neither question nor checklist', async () => {
  open({ role: 'VIEWER', choice: { goal: null, asked: false, dismissed: false, steps: [{ id: 'verify-email', done: false }] } })
  await screen.findByText('Messages sent')
  expect(screen.queryByText('What do you want to do first?')).toBeNull()
})

test('an empty organization is offered demo data, and sees how far loading it is', async () => {
  const api = open({ agents: 0 })
  fireEvent.click(await screen.findByRole('button', { name: 'Load demo data' }))
  expect((await screen.findByRole('progressbar', { name: 'Loading demo data' })).getAttribute('aria-valuenow')).toBe('35')
  expect(api.writes()).toEqual(['demo-data.load'])
})

test('demo data is labelled, and can be removed', async () => {
  open({ demo: { ...noDemo, status: 'ready', progress: 100, counts: { ...noDemo.counts, agents: 3, runs: 458, contacts: 2_000 } } })
  await screen.findByText(/2,000 invented contacts, 3 agents with 458 runs/)
  expect(panel('Demo data').getByRole('button', { name: 'Remove demo data' })).toBeTruthy()
})

test('demo data that failed to load names the reason and can be tried again', async () => {
  const api = open({ demo: { ...noDemo, status: 'failed', error: 'Your plan allows 1 agents.' } })
  expect((await screen.findByRole('alert')).textContent).toContain('Your plan allows 1 agents.')
  fireEvent.click(panel('Demo data').getByRole('button', { name: 'Try again' }))
  await screen.findByRole('progressbar', { name: 'Loading demo data' })
  expect(api.writes()).toEqual(['demo-data.load'])
})

test('a member sees the label and cannot change demo data', async () => {
  open({ role: 'MEMBER', demo: { ...noDemo, status: 'ready' } })
  await screen.findByText(/You see demo data/)
  expect(screen.queryByRole('button', { name: 'Remove demo data' })).toBeNull()
})

test('each figure leads to the rows that it counts', async () => {
  open({})
  await screen.findByText('Messages sent')
  const hrefOf = (region: string, name: string | RegExp) => {
    const href = panel(region).getByRole('link', { name }).getAttribute('href') ?? ''
    return decodeURIComponent(href.replace(/^\/org\/[^/]+\//, ''))
  }
  expect(hrefOf('Campaigns', /1,200 Messages sent/)).toContain(`campaigns?sentSince=`)
  expect(hrefOf('Campaigns', /1,200 Messages sent/)).toContain(from)
  expect(hrefOf('Campaigns', '2')).toBe('campaigns?status=running')
  expect(hrefOf('Workflows', '48 Runs')).toContain(from)
  expect(hrefOf('Workflows', '5')).toMatch(/^workflows\?.*run=failed/)
  expect(hrefOf('Conversations', '4')).toBe('messages?show=unread')
  expect(hrefOf('Conversations', '7')).toBe('messages?show=nobody')
})
