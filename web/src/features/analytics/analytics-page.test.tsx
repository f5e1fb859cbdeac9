import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { analytics } from '@imperium/contract/analytics/analytics.ts'
import type { MetricAnswer, MetricDefinition, MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { attribution } from '@imperium/contract/analytics/attribution.ts'
import { metricGoals } from '@imperium/contract/analytics/metric-goals.ts'
import { factsOf, metricIds } from '@imperium/contract/analytics/metrics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { can } from '@imperium/contract/permissions.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at } from '../../testing/person-of.ts'

const nameOf = (id: MetricId) => `Name of ${id}`

const definitionOf = (id: MetricId): MetricDefinition => {
  const { area, unit, additivity, splits, empty, counted, version, goodWhen } = factsOf(id)
  return {
    id,
    area,
    unit,
    additivity,
    splits: [...splits],
    empty,
    counted,
    version,
    goodWhen,
    label: nameOf(id),
    text: `Text of ${id}`,
    timeZone: 'UTC',
    hasRows: true,
  }
}

const resultOf = (metric: MetricId, more: Partial<MetricResult> = {}): MetricResult => ({
  metric,
  label: nameOf(metric),
  unit: factsOf(metric).unit,
  additivity: factsOf(metric).additivity,
  goodWhen: factsOf(metric).goodWhen,
  version: 1,
  currency: null,
  value: 12,
  previous: 10,
  change: 20,
  points: [
    { date: '2026-11-01', value: 5, previous: 4 },
    { date: '2026-11-02', value: 7, previous: null },
  ],
  rows: [],
  moreRows: 0,
  path: 'agents/runs',
  ...more,
})

const answerOf = (results: MetricResult[]): MetricAnswer => ({
  from: '2026-11-01',
  to: '2026-11-02',
  previousFrom: '2026-10-30',
  previousTo: '2026-10-31',
  timeZone: 'UTC',
  grain: 'day',
  asOf: at,
  results,
  withheld: [],
  failed: [],
})

const open = (place: string, results: MetricResult[], role: Role = 'OWNER') =>
  openScreen(`analytics${place}`, { role }, (api) => {
    api.give(analytics.metrics, metricIds.filter((id) => can(role, factsOf(id).permission)).map(definitionOf))
    // By time there are points, by parts there are rows.
    api.give(analytics.query, ({ query }) =>
      answerOf(results.map((result) => ({ ...result, ...(query['by'] === 'time' ? { rows: [] } : { points: [] }) }))),
    )
    api.give(metricGoals.list, [])
    api.give(attribution.read, {
      model: 'linear',
      days: 30,
      from: '2026-11-01',
      to: '2026-11-02',
      timeZone: 'UTC',
      asOf: at,
      currencies: [
        {
          currency: 'EUR',
          total: 300,
          credits: [
            { kind: 'campaign', key: 'c', label: 'Spring', path: 'campaigns/c', amount: 200, documents: 2 },
            { kind: 'none', key: '', label: 'None', path: null, amount: 100, documents: 1 },
          ],
        },
      ],
    })
  })

test('shows the figures of an area, what the number is, and the table in place of the chart', async () => {
  const api = open('', [
    resultOf('agent_runs', { rows: [{ key: 'a', label: 'Qualifier', value: 9, previous: 1, change: 800, path: 'agents?agent=a' }] }),
  ])
  const card = await screen.findByRole('region', { name: nameOf('agent_runs') })
  expect(await within(card).findByText(/^Text of agent_runs .*Definition 1\.$/)).toBeTruthy()
  await screen.findByRole('link', { name: 'Qualifier' })
  fireEvent.click(within(card).getByRole('radio', { name: 'Table' }))
  const byTime = await within(card).findByRole('region', { name: `${nameOf('agent_runs')} by time` })
  expect(within(byTime).getByRole('rowheader', { name: 'Nov 2' }).closest('tr')?.textContent).toBe('Nov 27–')
  const byPart = await screen.findByRole('region', { name: `${nameOf('agent_runs')} by part` })
  expect(within(byPart).getByRole('link', { name: 'Qualifier' }).closest('tr')?.textContent).toBe('Qualifier91')
  const asked = () => api.sent(analytics.query).filter(({ query }) => query['by'] === 'time')
  expect(asked().at(-1)?.query).toMatchObject({ period: '30d', compare: 'previous' })
  fireEvent.click(screen.getByRole('radio', { name: '90 days' }))
  await waitFor(() => expect(asked().at(-1)?.query['period']).toBe('90d'))
  expect(await screen.findByRole('region', { name: nameOf('agent_runs') })).toBeTruthy()
})

test('hides revenue from who may not see it, and says when nothing was counted', async () => {
  open('?tab=revenue', [], 'ADMIN')
  await screen.findByText('Nothing to count yet')
  expect(screen.queryByRole('tab', { name: 'Revenue' })).toBeNull()
  expect(screen.getByRole('tab', { name: 'Agents' }).getAttribute('aria-selected')).toBe('true')
})

test('tells currencies apart', async () => {
  open('?tab=revenue', [
    resultOf('revenue_total', { currency: 'EUR', value: 120_000 }),
    resultOf('revenue_total', { currency: 'INR', value: 990_000 }),
  ])
  expect((await screen.findAllByText('Name of revenue_total (EUR)')).length).toBeGreaterThan(0)
  expect(screen.getByText('€1,200')).toBeTruthy()
  expect(screen.getByText('₹9,900')).toBeTruthy()
  await screen.findByRole('link', { name: 'Spring' })
  expect(screen.getByRole('region', { name: 'Attribution' }).textContent).toContain('€2')
})
