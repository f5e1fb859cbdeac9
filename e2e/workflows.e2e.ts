import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser, visit } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { addMembership, registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

// A workflow at work: published, called over HTTP, watched, approved on its page and by mail, broken, fixed, and retried from the failed
// step. How it is drawn on the canvas is another journey.

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
const hookPath = `lead-${randomUUID().slice(0, 8)}`
let owner: Person
let page: Page
let base = ''
let agentId = ''
let workflowId = ''
let secret = ''

interface Saved {
  id: string
  revision: number
  problems: unknown[]
}

const step = (id: string, type: string, name: string, config: object, x: number, y: number) => ({
  id,
  type,
  name,
  config,
  position: { x, y },
})

/** Webhook, an agent that qualifies the lead, a condition, an approval or a mail, a wait, a follow-up. */
function definitionOf(memberId: string): object {
  const lead = '{{ trigger.body.email }}'
  return {
    steps: [
      step('form', 'trigger_webhook', 'Web form', { path: hookPath, check: 'secret', respond: 'at_once' }, 280, 0),
      step('qualify', 'agent', 'Qualify the lead', { agentId, input: `Is ${lead} a good lead?` }, 280, 120),
      step(
        'large',
        'condition',
        'Large budget?',
        { rules: [{ left: '{{ trigger.body.budget }}', operator: 'gt', right: 1000 }] },
        280,
        240,
      ),
      step(
        'ask',
        'approval',
        'Ask sales',
        { title: `Answer ${lead}?`, message: 'Budget: {{ trigger.body.budget }}', assignees: [memberId] },
        140,
        360,
      ),
      step('welcome', 'email', 'Welcome', { to: lead, purpose: '', subject: 'Thank you', text: 'We will be in touch.' }, 420, 360),
      step('wait', 'delay', 'Wait a little', { mode: 'for', for: { amount: 1, unit: 'seconds' } }, 280, 480),
      step('follow', 'message', 'Follow up', { to: [memberId], subject: `Call ${lead}`, text: 'The lead waits for your call.' }, 280, 600),
    ],
    edges: [
      { from: 'form', to: 'qualify' },
      { from: 'qualify', to: 'large' },
      { from: 'large', port: 'yes', to: 'ask' },
      { from: 'large', port: 'no', to: 'welcome' },
      { from: 'ask', port: 'approved', to: 'wait' },
      { from: 'welcome', to: 'wait' },
      { from: 'wait', to: 'follow' },
    ],
  }
}

beforeAll(async () => {
  owner = await registerPerson(url, 'Lighthouse Sales', ['Olga', 'Owner'])
  base = `${url}/org/${owner.slug}`
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [owner.userId]))
  await owner.call('PATCH', `/organizations/${owner.orgId}/profile`, { address: '1 Quay', city: 'Bristol', country: 'United Kingdom' })
  await owner.call('POST', '/channels/senders', { name: 'Lighthouse Sales', email: owner.email, isDefault: true })
  const agent = { name: 'Lead judge', type: 'LEAD_GENERATOR', capabilities: [], description: '', config: { model: 'sandbox' } }
  agentId = (await owner.call<{ id: string }>('POST', '/agents', agent)).id
  page = await browser.open({ reducedMotion: 'reduce' })
  await signIn(page, url, owner.email)
})

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const status = (word: string) => page.getByRole('status').filter({ hasText: new RegExp(`^${word}$`) })
const timelineStep = (name: string, word: string) => page.getByRole('button', { name: new RegExp(`^${name}.*${word}$`) })

/** Calls the webhook as another system does; returns the id of the run. */
async function callHook(body: object, key: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-webhook-secret': secret, 'idempotency-key': key }
  const response = await fetch(`${url}/api/hooks/${owner.slug}/${hookPath}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(202)
  return ((await response.json()) as { data: { runId: string } }).data.runId
}

test('shows the empty state, and names a workflow', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/workflows`)
  await see(page.getByText('No workflows yet'))
  await page.getByRole('button', { name: 'Create your first workflow' }).click()
  await dialog('Create workflow').getByRole('button', { name: 'Create workflow' }).click()
  await see(page.getByText('Name is required', { exact: true }))
  await dialog('Create workflow').getByRole('textbox', { name: 'Name' }).fill('Qualify leads')
  await dialog('Create workflow').getByRole('textbox', { name: 'Description' }).fill('From the web form to the follow-up')
  await dialog('Create workflow').getByRole('button', { name: 'Create workflow' }).click()
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}\/edit/)
  workflowId = /workflows\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  watch.expectClean('a draft')
})

test('published, it has an address and a secret that is shown once', async () => {
  const watch = watchPage(page, url)
  const draft = await owner.call<Saved>('GET', `/workflows/${workflowId}`)
  const body = { draft: definitionOf(owner.userId), revision: draft.revision }
  const saved = await owner.call<Saved>('PUT', `/workflows/${workflowId}`, body)
  expect(saved.problems).toEqual([])
  await owner.call('POST', `/workflows/${workflowId}/publish`, { note: 'First', revision: saved.revision })
  await page.goto(`${base}/workflows/${workflowId}`)
  await see(page.getByRole('region', { name: 'address of the webhook' }).getByText(hookPath))
  await checkEverywhere(page, 'workflow')
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  await dialog('New secret').getByRole('button', { name: 'Create a new secret' }).click()
  const shown = dialog('The secret of the webhook')
  secret = (await shown.getByRole('region', { name: 'secret of the webhook' }).textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await seeNoMore(shown)
  await page.getByRole('tab', { name: 'Versions' }).click()
  await see(page.getByRole('list', { name: 'Versions' }).getByText('Version 1'))
  watch.expectClean('publishing')
})

test('runs live when called over HTTP, waits for approval, continues, and returns the same run for a repeated call', async () => {
  const watch = watchPage(page, url)
  const runId = await callHook({ email: 'grace@customers.example', budget: 5000 }, 'grace')
  expect(await callHook({ email: 'grace@customers.example', budget: 5000 }, 'grace')).toBe(runId)
  await page.goto(`${base}/workflows/runs/${runId}`)
  await see(status('Waiting'), timelineStep('Ask sales', 'Waiting'), page.getByText('Waits for approval: Answer grace@customers.example?'))
  await checkEverywhere(page, 'workflow-run-waiting')
  await page.getByRole('button', { name: 'Decide' }).click()
  await see(dialog('Answer grace@customers.example?').getByText('Budget: 5000'))
  await dialog('Answer grace@customers.example?').getByRole('textbox', { name: 'Comment' }).fill('Call her today')
  await dialog('Answer grace@customers.example?').getByRole('button', { name: 'Approve' }).click()
  // Without a reload: the page is updated by the server.
  await see(status('Success'), timelineStep('Follow up', 'Success'))
  await timelineStep('Ask sales', 'Success').click()
  await see(page.getByRole('region', { name: 'output of Ask sales' }).getByText('Call her today'))
  watch.expectClean('a run')
})

test('shows where a broken run failed, retries it from the failed step once fixed, and sends the approval by email', async () => {
  const watch = watchPage(page, url)
  await owner.call('PUT', `/agents/${agentId}/status`, { status: 'PAUSED' })
  const runId = await callHook({ email: 'kim@customers.example', budget: 7000 }, 'kim')
  await page.goto(`${base}/workflows/runs/${runId}`)
  await see(status('Failed'), page.getByText('Qualify the lead failed'))
  await checkEverywhere(page, 'workflow-run-failed')
  await owner.call('PUT', `/agents/${agentId}/status`, { status: 'ACTIVE' })
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await dialog('Retry').getByRole('radio', { name: 'From the failed step' }).check()
  await dialog('Retry').getByRole('button', { name: 'Retry' }).click()
  await page.waitForURL((next) => next.pathname.includes('/workflows/runs/') && !next.pathname.endsWith(runId))
  await see(page.getByRole('link', { name: 'Retry of an earlier run' }), timelineStep('Ask sales', 'Waiting'))

  const visitor = await browser.open({ reducedMotion: 'reduce' })
  await visitor.goto(await mailedLink('Answer kim@customers.example?'))
  await see(visitor.getByRole('heading', { name: 'Answer kim@customers.example?' }), visitor.getByText('Budget: 7000'))
  await checkEverywhere(visitor, 'approve-by-link')
  // The mail program and the member opened the link: that alone decides nothing.
  await see(timelineStep('Ask sales', 'Waiting'))
  await visitor.getByRole('button', { name: 'Approve' }).click()
  await see(visitor.getByText('This was approved.'))
  await see(status('Success'))
  watch.expectClean('a retry')
})

/** The link in the email that asks for the approval. */
async function mailedLink(title: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      link = await withOwner(dataDir, async (db) => {
        const { rows } = await db.query<{ body: string }>(
          `select body_text as body from app.sandbox_mail where recipient = $1 and body_text like '%' || $2 || '%' order by accepted_at desc limit 1`,
          [owner.email, title],
        )
        return /https?:\/\/\S+\/approve\/[\w.-]+/.exec(rows[0]?.body ?? '')?.[0]
      })
      return link
    })
    .toBeDefined()
  return link ?? ''
}

test('the history is filtered and leads to each run; tiles, switch, copy and file of a workflow', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/workflows?tab=history`)
  await see(page.getByText('3 runs'))
  await visit(page, `${base}/workflows?tab=history&run=failed&period=day`)
  await see(page.getByText('1 run', { exact: true }))
  await page.getByRole('button', { name: /^Qualify leads.*is paused/ }).click()
  await page.waitForURL(/\/workflows\/runs\//)
  await page.goto(`${base}/workflows`)
  const tile = (label: string) => page.locator('dl[aria-label="Workflows in figures"] > div', { hasText: label })
  await see(tile('Runs').getByText('3', { exact: true }), tile('Success Rate').getByText('66.7%'))
  await page.getByRole('switch', { name: 'Qualify leads is active' }).click({ force: true })
  await see(page.getByText('Workflow paused'), page.getByRole('article', { name: 'Qualify leads' }).getByText('Paused'))
  await page.getByRole('button', { name: 'Duplicate: Qualify leads' }).click()
  await see(page.getByText('2 workflows'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions for Qualify leads', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
  watch.expectClean('the lists')
})

test('finds, previews, rates and uses templates; publishes and withdraws an own one', async () => {
  const watch = watchPage(page, url)
  await visit(page, `${base}/templates?tab=workflow`)
  await see(page.getByRole('heading', { name: 'All Workflow Templates (8)' }), page.getByRole('heading', { name: 'Popular' }))
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('zzz')
  await see(page.getByText('No templates found matching your criteria'))
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await page.getByRole('button', { name: 'Preview: Lead Qualification' }).last().click()
  await see(page.getByRole('heading', { name: "What's Included" }))
  await page.getByRole('radio', { name: '4 of 5 stars' }).focus()
  await page.keyboard.press('Space')
  // The average is counted by a job.
  const average = async () => (await owner.call<{ rating: number | null }>('GET', '/templates/official:lead-qualification')).rating
  await expect.poll(average).toBe(4)
  await page.reload()
  await see(dialog('Lead Qualification').getByRole('img', { name: '4.0 of 5, 1 rating' }))
  await page.getByRole('button', { name: 'Use This Template' }).click()
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}\/edit/)
  await page.goto(`${base}/workflows/${workflowId}`)
  await page.getByRole('button', { name: 'Actions for Qualify leads' }).click()
  await page.getByRole('menuitem', { name: 'Publish as a template' }).click()
  await dialog('Publish as a template').getByRole('button', { name: 'Publish' }).click()
  await see(page.getByText('Template published'))
  await page.goto(`${base}/templates?tab=workflow&q=Qualify%20leads`)
  await page.getByRole('button', { name: 'Preview: Qualify leads' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await dialog('Withdraw template').getByRole('button', { name: 'Withdraw' }).click()
  await see(page.getByText('No templates found matching your criteria'))
  watch.expectClean('templates')
})

test('stores credentials, uses them by name, and never shows them again', async () => {
  const watch = watchPage(page, url)
  await visit(page, `${base}/settings/credentials`)
  await page.getByRole('button', { name: 'Add your first credential' }).click()
  const form = dialog('Add credential')
  await form.getByRole('textbox', { name: 'Name' }).fill('CRM')
  await form.getByLabel('Token').fill('crm_live_0123456789abcdef')
  await form.getByRole('combobox', { name: 'Hosts' }).fill('crm.example.com')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Add credential' }).click()
  await see(page.getByRole('list', { name: 'Credentials' }).getByText('Only to crm.example.com'))
  expect(await page.content()).not.toContain('crm_live_0123456789abcdef')
  watch.expectClean('credentials')
})

test('lets a viewer see everything and change nothing', async () => {
  const viewer = await registerPerson(url, 'Elsewhere', ['Vera', 'Viewer'])
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [viewer.userId]))
  await addMembership(dataDir, { orgId: owner.orgId, userId: viewer.userId, role: 'VIEWER' })
  const theirs = await browser.open({ reducedMotion: 'reduce' })
  await signIn(theirs, url, viewer.email)
  await theirs.goto(`${base}/workflows`)
  await see(theirs.getByRole('article', { name: 'Qualify leads', exact: true }))
  expect(await theirs.getByRole('button', { name: 'Create workflow' }).isDisabled()).toBe(true)
  expect(await theirs.getByRole('switch', { name: 'Qualify leads is active' }).isDisabled()).toBe(true)
  await visit(theirs, `${base}/workflows?tab=history&run=failed`)
  await theirs.getByRole('button', { name: /^Qualify leads.*is paused/ }).click()
  expect(await theirs.getByRole('button', { name: 'Retry', exact: true }).isDisabled()).toBe(true)
  await visit(theirs, `${base}/templates`)
  await see(theirs.getByRole('heading', { name: 'All Agent Templates (7)' }))
  expect(await theirs.getByRole('button', { name: 'Create from Scratch' }).isDisabled()).toBe(true)
})
