import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser } from './harness/browser.ts'
import { registerPerson, signIn } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

const count = 10_000
const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
let page: Page

/** 10,000 agents in one organization, written directly to the database: through the screens it would take a day. */
beforeAll(async () => {
  const person = await registerPerson(url, 'Ten Thousand')
  const values = `$1::uuid, a.id, 'You are a helpful AI assistant.', 0.7, 2000, '{}'::text[], case n % 3 when 0 then 'gpt-4' else 'sandbox' end, 'Ada Lovelace'`
  const columns = 'org_id, id, system_prompt, temperature, max_tokens, capabilities, model, created_by'
  await withOwner(dataDir, async (owner) => {
    await owner.query(`update auth.organizations set plan_type = 'OVERLORD', max_agents = 20000 where id = $1`, [person.orgId])
    await owner.query(
      `with a as materialized (select n, uuidv7(make_interval(secs => -n)) as id from generate_series(1, ${count}) as n), agents as (
         insert into app.agents (${columns}, name, description, type, category, status, is_public, version, created_at)
         select ${values}, 'Agent ' || to_char(n, 'FM00000'), 'Looks after customers of region ' || n, 'CUSTOMER_SERVICE', 'Business',
                case when n % 4 = 0 then 'DRAFT' else 'ACTIVE' end, false, 1, now() - make_interval(secs => n) from a returning 1
       ) insert into app.agent_versions (${columns.replace('id, system', 'agent_id, system')}, version) select ${values}, 1 from a`,
      [person.orgId],
    )
    await owner.query('analyze app.agents, app.agent_versions')
  })
  page = await browser.open()
  await signIn(page, url, person.email)
  await page.goto(`${url}/org/${person.slug}/agents`)
  await see(page.getByRole('row', { name: /Agent 00001/ }))
})

const rows = () => page.getByRole('table', { name: 'Agents' }).getByRole('row')
const shownCount = () => page.getByRole('search', { name: 'Search agents' }).getByRole('status').textContent()
const search = () => page.getByRole('searchbox', { name: 'Search agents' })

test('the list counts them all and, however far it is scrolled, holds few rows', async () => {
  const watch = watchPage(page, url)
  expect(await shownCount()).toBe('10,000 agents')
  expect(await page.getByRole('table', { name: 'Agents' }).getAttribute('aria-rowcount')).toBe(String(count + 1))
  const scroller = page.locator('main#content')
  const furthest = async () => Number((await rows().last().getAttribute('aria-rowindex')) ?? 0)
  for (const target of [100, 300, 600]) {
    await expect
      .poll(async () => {
        await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
        return furthest()
      })
      .toBeGreaterThan(target)
    expect(await rows().count()).toBeLessThan(60)
  }
  watch.expectClean('scrolling through 10,000 agents')
})

test('in no frame of a fast scroll are more rows in the page than fit on it', async () => {
  const most = await page.locator('main#content').evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let frames = 0
        let held = 0
        const step = () => {
          frames += 1
          held = Math.max(held, element.querySelectorAll('[role="row"], tr').length)
          element.scrollTop = frames % 2 === 0 ? element.scrollTop - 900 : element.scrollTop + 600
          if (frames < 60) requestAnimationFrame(step)
          else resolve(held)
        }
        requestAnimationFrame(step)
      }),
  )
  expect(most).toBeGreaterThan(5)
  expect(most).toBeLessThan(60)
})

test('searches, filters and sorts all agents, and keeps the state in the address', async () => {
  await search().fill('Agent 07777')
  await see(page.getByRole('row', { name: /Agent 07777/ }))
  expect(await rows().count(), 'header and one agent').toBe(2)
  await expect.poll(shownCount).toBe('1 agent')
  await search().fill('')
  await page.waitForURL((at) => !at.searchParams.has('q'))
  await page
    .getByRole('textbox', { name: 'Status' })
    .or(page.getByRole('combobox', { name: 'Status' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Draft' }).click()
  await page.waitForURL(/status=DRAFT/)
  await expect.poll(shownCount).toBe('2,500 agents')
  await page.getByRole('columnheader', { name: 'Agent' }).getByRole('button').click()
  await page.waitForURL(/sort=-?name/)
  if (page.url().includes('sort=-name')) await see(page.getByRole('row', { name: /Agent 10000/ }))
  else await see(page.getByRole('row', { name: /Agent 00004/ }))
  await page.reload()
  await expect.poll(shownCount).toBe('2,500 agents')
})

test('selects many agents, beyond the loaded ones, and deactivates them', async () => {
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Select the first 500' }).click()
  await see(bar.getByText('500 selected'))
  await bar.getByRole('button', { name: 'Deactivate' }).click()
  await see(page.getByText('500 agents deactivated'))
  await expect.poll(shownCount).toBe('2,000 agents')
})
