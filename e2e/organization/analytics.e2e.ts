import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser } from '../harness/browser.ts'
import { checkEverywhere } from '../harness/check-screen.ts'
import { registerPerson, signIn } from '../harness/people.ts'
import type { Person } from '../harness/people.ts'
import { withOwner } from '../harness/start-server.ts'
import { watchPage } from '../harness/watch-page.ts'
import type { PageWatch } from '../harness/watch-page.ts'

// From a figure of the dashboard to the run behind it; a report that is made, scheduled, received, shared and revoked; an alert with a workflow.

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
let page: Page
let watch: PageWatch
let person: Person

beforeAll(async () => {
  person = await registerPerson(url, 'Insight Works', ['Grace', 'Hopper'])
  const agent = { name: 'Ledger keeper', type: 'SALES', capabilities: [], description: '', config: { model: 'sandbox' } }
  const { id } = await person.call<{ id: string }>('POST', '/agents', agent)
  const { runId } = await person.call<{ runId: string }>('POST', `/agents/${id}/execute`, { input: 'How are we doing?' })
  await person.followRun(runId)
  page = await browser.open({ reducedMotion: 'reduce' })
  watch = watchPage(page, url)
  await signIn(page, url, person.email)
})

const open = (path: string) => page.goto(`${url}/org/${person.slug}/${path}`)
const asOwner = <T extends object>(query: string, values: unknown[]) =>
  withOwner(dataDir, async (owner) => (await owner.query<T>(query, values)).rows)

test('a figure of the dashboard leads to the run that it counts in three clicks', async () => {
  await open('dashboard')
  await page.locator('a[href*="agents/runs?since="]').first().click()
  await page.waitForURL('**/agents/runs**')
  await page.getByRole('table').getByText('Ledger keeper').first().click()
  await see(page.getByText('How are we doing?').first())
  watch.expectClean('dashboard')
})

test('a question in words becomes the query of the page', async () => {
  await open('analytics')
  await page.getByRole('textbox', { name: 'Ask in words' }).fill('agent runs by model last week')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await see(page.getByText('Read as: Agent runs, 7 days, by Model'))
  await page.waitForURL('**metric=agent_runs**')
  await page.getByRole('textbox', { name: 'Ask in words' }).fill('cost')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await see(page.getByText('Which one do you mean?'))
  await checkEverywhere(page, 'analytics')
  watch.expectClean('analytics')
})

test('an alert is made, fires and starts its workflow', async () => {
  const definition = {
    steps: [
      { id: 'start', type: 'trigger_manual', name: 'Start' },
      { id: 'keep', type: 'set', name: 'Keep', config: { values: [{ name: 'heard', value: '{{ trigger.name }}' }] } },
    ],
    edges: [{ from: 'start', to: 'keep' }],
  }
  const { id, revision } = await person.call<{ id: string; revision: number }>('POST', '/workflows', {
    name: 'Hear alerts',
    description: '',
    definition,
  })
  await person.call('POST', `/workflows/${id}/publish`, { note: 'First', revision })
  await open('analytics?alert=list')
  await see(page.getByText('No alerts yet'))
  await checkEverywhere(page, 'alerts')
  await page.getByRole('button', { name: 'New alert' }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Busy')
  await dialog.getByRole('textbox', { name: 'Limit', exact: true }).fill('0')
  await dialog.getByRole('combobox', { name: 'Start a workflow' }).click()
  await page.getByRole('option', { name: 'Hear alerts' }).click()
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  await see(page.getByText('Busy').first())
  await expect
    .poll(() => asOwner('select triggered_by from app.workflow_runs where workflow_id = $1', [id]), { timeout: 120_000, interval: 2_000 })
    .toEqual([{ triggered_by: 'Alert Busy' }])
  await page.reload()
  await see(page.getByText('Firing').first())
  watch.expectClean('alerts')
})

test('a report is made with a schedule, received, shared and the link revoked', async () => {
  await open('reports')
  await page.getByRole('button', { name: 'Create Report' }).click()
  const dialog = page.getByRole('dialog')
  await see(dialog.getByRole('heading', { name: 'Create Custom Report' }))
  expect(await dialog.getByRole('button', { name: 'Create Report' }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Report Name' }).fill('Monday figures')
  await dialog.getByRole('checkbox', { name: 'Agents created' }).check()
  await dialog.getByRole('combobox', { name: 'Runs', exact: true }).click()
  await page.getByRole('option', { name: 'Weekly' }).click()
  await dialog.getByRole('combobox', { name: 'Recipients' }).click()
  await page.getByRole('option', { name: 'Grace Hopper' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Create Report' }).click()
  await see(page.getByRole('button', { name: 'Run Now' }))
  await asOwner(`update app.reports set next_at = now() - interval '1 minute' where org_id = $1 returning id`, [person.orgId])
  await expect
    .poll(
      () =>
        asOwner<{ subject: string }>(`select subject from app.sandbox_mail where recipient = $1 and subject like 'Monday figures%'`, [
          person.email,
        ]),
      {
        timeout: 120_000,
        interval: 1_000,
      },
    )
    .toHaveLength(1)
  await page.getByRole('button', { name: 'View: Monday figures' }).click()
  await see(page.getByRole('columnheader', { name: 'Trend' }))
  await checkEverywhere(page, 'report')
  await page.getByRole('button', { name: 'Share' }).click()
  const panel = page.getByRole('dialog', { name: 'Share' })
  await panel.getByRole('combobox', { name: 'For' }).click()
  await page.getByRole('option', { name: 'Anyone with the link' }).click()
  await panel.getByRole('button', { name: 'Create link' }).click()
  const link = await panel.getByRole('textbox', { name: 'Link' }).inputValue()
  const visitor = await browser.open()
  await visitor.goto(link)
  await see(visitor.getByRole('heading', { name: 'Monday figures' }), visitor.getByText('Agents created'))
  await panel.getByRole('button', { name: 'Revoke' }).click()
  await see(panel.getByText('Revoked'))
  expect((await visitor.goto(link))?.status()).toBe(404)
  watch.expectClean('reports')
})
