import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zeroId } from '../server/src/platform/ids.ts'
import type { FakeOpenAi, FakeReply, FakeRequest } from '../server/src/platform/llm/testing/fake-openai-server.ts'
import { startFakeOpenAi } from '../server/src/platform/llm/testing/fake-openai-server.ts'
import { see, useBrowser } from './harness/browser.ts'
import { password } from './harness/people.ts'
import { startServer, withOwner } from './harness/start-server.ts'
import type { ServerUnderTest } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

const email = 'grace@example.com'
const report = 'There is one agent in the workspace. The report is on its way to you by mail.'
const slowReply = 'This answer arrives piece by piece and takes its time, so that there is a middle in which the power can fail.'

const browser = useBrowser({ inOrder: true })
let server: ServerUnderTest
let model: FakeOpenAi
let page: Page
/** The model dawdles, until the server it is answering was killed. */
let isSlow = true

beforeAll(async () => {
  model = await startFakeOpenAi({ script: replyAsModel, models: ['gpt-4'] })
  server = await startServer()
})
afterAll(async () => {
  await server?.stop()
  await model?.close()
})

/** The fake model's part in the two tasks of this journey: look up, write an email, then report. */
function replyAsModel({ body }: FakeRequest): FakeReply {
  const messages = body?.messages ?? []
  const task = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '')
  const done = messages.filter(({ role }) => role === 'tool').length
  const mail = (subject: string): FakeReply => ({
    toolCalls: [{ name: 'email_send', arguments: { to: email, subject, body: 'One agent.' } }],
  })
  if (task.includes('Report') && done === 0)
    return { toolCalls: [{ name: 'database_query', arguments: { table: 'agents', aggregates: [{ fn: 'count' }] } }] }
  if (task.includes('Report') && done === 1) return mail('Agents report')
  if (task.includes('Report')) return { text: report, pieces: 8, chunkDelayMs: 150 }
  if (task.includes('Remind') && done === 0) return mail('A reminder')
  if (task.includes('Remind')) return { text: slowReply, pieces: 12, chunkDelayMs: isSlow ? 2_000 : 20 }
  return { text: 'Hello.' }
}

const sidebarLink = (name: string) => page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })
const figure = (label: string) => page.locator('dl[aria-label="Overview"] > div', { hasText: label })

test('registers a visitor and shows an empty dashboard with a hint', async () => {
  page = await browser.open()
  const watch = watchPage(page, server.url)
  await page.goto(server.url)
  await see(page.getByText('Where AI Meets ALL').first())
  await page.getByRole('link', { name: 'Start Your Empire' }).click()
  await page.waitForURL(`${server.url}/register`)

  const submit = page.getByRole('button', { name: 'Create Empire' })
  await submit.click()
  await see(
    ...['First name is required', 'Last name is required', 'Please enter a valid email address', 'Organization name is required'].map(
      (text) => page.getByText(text, { exact: true }),
    ),
    page.getByText('Password must be at least 12 characters', { exact: true }),
    page.getByText('Please confirm your password', { exact: true }),
    page.getByText('You must accept the terms', { exact: true }),
  )
  const fill = (name: string, value: string) => page.getByRole('textbox', { name, exact: true }).fill(value)
  await fill('First name', 'Grace')
  await fill('Last name', 'Hopper')
  await fill('Email address', email)
  await fill('Organization name', 'Harbour Analytics')
  await fill('Password', password)
  await fill('Confirm password', `${password}?`)
  await page.getByRole('checkbox').check()
  await submit.click()
  await see(page.getByText("Passwords don't match", { exact: true }))
  await fill('Confirm password', password)
  await submit.click()

  await page.waitForURL(`${server.url}/org/harbour-analytics/dashboard`)
  await see(
    page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Grace$/ }),
    page.getByRole('heading', { name: 'What do you want to do first?' }),
  )
  await page.getByRole('button', { name: 'Run an AI agent' }).click()
  await see(page.getByRole('region', { name: 'First steps' }).getByText('Create an AI agent').first())
  watch.expectClean('from the landing page to the dashboard')
})

test('an OpenAI-compatible provider and its model are added, and the connection really works', async () => {
  await sidebarLink('AI Providers').click()
  await page.getByRole('button', { name: 'Add provider' }).click()
  const fill = (name: string, value: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true }).fill(value)
  await fill('Code', 'harbour-llm')
  await fill('Name', 'Harbour LLM')
  await fill('Display Name', 'Harbour LLM')
  await fill('API Base URL', model.url)
  await page.getByRole('dialog').getByRole('button', { name: 'Add provider' }).click()
  await see(page.getByRole('article', { name: 'Harbour LLM' }))

  await sidebarLink('AI Models').click()
  await page.getByRole('button', { name: 'Add Model' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Harbour LLM' }).click()
  await fill('Model ID', 'gpt-4')
  await fill('Display Name', 'GPT-4 at the harbour')
  await fill('API key', 'sk-harbour-0123456789abcdef')
  await page.getByRole('dialog').getByRole('button', { name: 'Test Connection' }).click()
  await see(page.getByRole('dialog').getByText(/\d+ ms/))
  expect(model.count(), 'the test called the model').toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Add Model' }).click()
  const card = page.getByRole('article', { name: 'GPT-4 at the harbour' })
  await see(card)
  expect(await card.textContent(), 'the key is not shown').not.toContain('0123456789')
})

test('an agent with tools is created, runs, and its text and steps appear as they happen', async () => {
  await sidebarLink('AI Agents').click()
  await page.getByRole('button', { name: 'Create your first agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create agent' })
  await dialog.getByRole('button', { name: 'Create agent' }).click()
  await see(dialog.getByText('Please fill in required fields'))
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour clerk')
  await dialog.getByText('Database query', { exact: true }).click()
  await dialog.getByText('Email send', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create agent' }).click()
  await see(page.getByText('Agent created successfully!'))

  await runAgent(`Report how many agents there are, and mail it to ${email}.`)
  const run = page.getByRole('region', { name: 'Agent run', exact: true })
  // In the middle of the response: some of its text is there, the end is not.
  await see(run.getByText('There is one agent'), run.getByText('database_query'), run.getByText('email_send'))
  expect(await run.textContent()).not.toContain(report)
  await see(run.getByText(report, { exact: true }), run.getByText('Completed').first())
  await run.getByRole('button', { name: /database_query/ }).click()
  await see(run.getByText('"count": 1').first())
})

test('resumes a run after kill -9 of the server, updates the page, and sends the email once', async () => {
  await runAgent(`Remind me of the meeting: mail ${email}, then tell me that you did.`)
  const run = page.getByRole('region', { name: 'Agent run', exact: true })
  await see(run.getByText('email_send'), run.getByText(slowReply.slice(0, 9)))
  const address = page.url()
  await server.killHard()
  isSlow = false
  await server.startAgain()

  await see(run.getByText(slowReply, { exact: true }), run.getByText('Completed').first(), run.getByText('Resumed after a restart'))
  expect(page.url(), 'the very same run, without a reload').toBe(address)
  const mails = await withOwner(server.dataDir, (owner) =>
    owner
      .query<{ subject: string; copies: number }>('select subject, copies from app.sandbox_mail where org_id <> $1 order by accepted_at', [
        zeroId,
      ])
      .then(({ rows }) => rows),
  )
  expect(mails).toEqual([
    { subject: 'Agents report', copies: 1 },
    { subject: 'A reminder', copies: 1 },
  ])
  await page.reload()
  await see(run.getByText(slowReply, { exact: true }), run.getByText('Resumed after a restart'))
  await page.getByRole('tab', { name: 'Run History' }).click()
  await see(page.getByText('resumed after a restart'))
})

test('shows runs, cost and activity on the dashboard', async () => {
  await page.keyboard.press('Escape')
  await sidebarLink('Dashboard').click()
  await see(page.getByRole('heading', { level: 1, name: /Grace$/ }))
  await see(page.getByRole('region', { name: 'First steps' }).getByText('Run an agent on your own question, done'))
  await expect.poll(() => figure('Runs').textContent()).toMatch(/^Runs\s*2/)
  expect(await figure('Success rate').textContent()).toContain('100.0')
  expect(await figure('Cost').textContent()).toMatch(/\$0\.\d*[1-9]/)
  expect(await figure('Response time').textContent()).toMatch(/[\d,]+\s*ms/)
  await see(page.getByText('gpt-4').first(), page.getByRole('link', { name: 'Harbour clerk' }).first())
  await see(page.getByText(/Harbour clerk.*(run|completed)/i).first())
})

async function runAgent(task: string): Promise<void> {
  await page.getByRole('dialog').getByRole('tab', { name: 'Run', exact: true }).click()
  await page.getByRole('textbox', { name: 'Input' }).fill(task)
  await page.getByRole('dialog').locator('form').getByRole('button', { name: 'Run' }).click()
}
