// node bench/first-hour.ts [--shots=folder]: a person who has never seen the product reaches the three first goals, by the words
// on the screen alone. Prints clicks, fields and seconds of each. A click is a press of anything; a field is a text or file given.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Locator, Page } from 'playwright-core'
import { benchPassword, startServer } from './server-under-test.ts'

const shots = process.argv.find((each) => each.startsWith('--shots='))?.slice('--shots='.length)
const email = 'nina@example.com'
const guests = ['Email,First name,City', ...Array.from({ length: 12 }, (_, at) => `guest${at}@example.org,Guest ${at},Bremen`)].join('\n')

interface Figure {
  goal: string
  clicks: number
  fields: number
  seconds: number
}

/** Counts what a person does on a page. */
class Walker {
  readonly figures: Figure[] = []
  page: Page
  #clicks = 0
  #fields = 0
  #startedAt = performance.now()
  #shot = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(what: Locator): Promise<void> {
    this.#clicks++
    await what.click()
  }

  button = (name: string | RegExp, within: Page | Locator = this.page) =>
    this.click(within.getByRole('button', { name, exact: true }).first())
  link = (name: string | RegExp, within: Page | Locator = this.page) => this.click(within.getByRole('link', { name, exact: true }).first())

  async fill(name: string, value: string, within: Page | Locator = this.page): Promise<void> {
    this.#fields++
    await within.getByRole('textbox', { name, exact: true }).fill(value)
  }

  field(): void {
    this.#fields++
  }

  async file(name: string, content: string): Promise<void> {
    this.#fields++
    await this.page.getByLabel(name).setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  }

  see = (text: string | RegExp) => this.page.getByText(text).first().waitFor()

  async look(name: string): Promise<void> {
    if (!shots) return
    mkdirSync(shots, { recursive: true })
    await this.page.screenshot({ path: join(shots, `${String(++this.#shot).padStart(2, '0')}-${name}.png`) })
  }

  end(goal: string): void {
    const seconds = Math.round((performance.now() - this.#startedAt) / 100) / 10
    this.figures.push({ goal, clicks: this.#clicks, fields: this.#fields, seconds })
    this.#clicks = 0
    this.#fields = 0
    this.#startedAt = performance.now()
  }
}

const dialogOf = (walker: Walker) => walker.page.getByRole('dialog').last()

async function register(walker: Walker, url: string): Promise<void> {
  await walker.page.goto(url)
  await walker.look('landing')
  await walker.link('Start Your Empire')
  await walker.fill('First name', 'Nina')
  await walker.fill('Last name', 'New')
  await walker.fill('Email address', email)
  await walker.fill('Organization name', 'Harbour Coffee')
  await walker.fill('Password', benchPassword)
  await walker.fill('Confirm password', benchPassword)
  await walker.click(walker.page.getByRole('checkbox'))
  await walker.look('registration')
  await walker.button('Create Empire')
  await walker.see('What do you want to do first?')
  await walker.look('first goal')
  walker.end('Registration')
}

async function runAnAgent(walker: Walker): Promise<void> {
  await walker.button(/^Run an AI agent/)
  await walker.link('Create an AI agent', walker.page.getByRole('region', { name: 'First steps' }))
  await walker.fill('Describe the task in one sentence', 'answers customers about delivery times', dialogOf(walker))
  await walker.button('Propose', dialogOf(walker))
  await walker.see(/^Proposed by/)
  await walker.look('proposed agent')
  await walker.button('Create agent', dialogOf(walker))
  await walker.fill('Message', 'When will my parcel arrive?')
  await walker.button('Send')
  await walker.see(/sandbox/i)
  await walker.page
    .getByText(/\d+ tokens?/)
    .first()
    .waitFor()
  await walker.look('chat')
  walker.end('Agent run on an own question')
}

async function importList(walker: Walker): Promise<void> {
  await walker.click(walker.page.getByRole('radio', { name: /^Import a list/ }))
  await walker.button('Import a list')
  await walker.file('CSV file', guests)
  await walker.button('Create 1 field')
  await walker.look('import, columns')
  await walker.button('Next: Consent')
  await walker.click(walker.page.getByRole('radio', { name: 'These contacts gave consent' }))
  await walker.fill('Source of consent', 'Signed at the counter')
  await walker.look('import, consent')
  await walker.button('Start import')
  await walker.look('import, result')
  await walker.link('Back to the campaign, with these contacts')
}

async function verifyAddress(walker: Walker): Promise<void> {
  const [mailbox] = await Promise.all([walker.page.context().waitForEvent('page'), walker.link('Open the sandbox mailbox')])
  const first = walker.page
  walker.page = mailbox
  await walker.click(mailbox.getByText(/Verify your email/i).first())
  await walker.look('mailbox')
  const [verified] = await Promise.all([
    mailbox
      .context()
      .waitForEvent('page')
      .catch(() => mailbox),
    walker.click(mailbox.locator('iframe').first().contentFrame().getByRole('link').first()),
  ])
  walker.page = verified
  await walker.see(/verified/i)
  await walker.look('verified')
  walker.page = first
  await first.bringToFront()
}

/** Writes other words into a text of the designer. */
async function rewrite(walker: Walker, old: RegExp, text: string): Promise<void> {
  await walker.click(walker.page.getByRole('region', { name: 'Canvas' }).getByText(old).first())
  await walker.page.locator('[contenteditable=true]:focus').waitFor()
  await walker.page.keyboard.press('Control+A')
  await walker.page.keyboard.insertText(text)
  walker.field()
}

async function publishAWorkflow(walker: Walker): Promise<void> {
  await walker.link('Workflows', walker.page.getByRole('complementary', { name: 'Sidebar' }))
  await walker.button('Create your first workflow')
  await walker.fill('Name', 'Greet a new guest', dialogOf(walker))
  await walker.button('Create Workflow', dialogOf(walker))
  await walker.button(/^Manual/)
  await walker.look('workflow editor')
  await walker.button('Set fields', walker.page.getByRole('complementary', { name: 'Steps' }))
  await walker.button('Add a row')
  await walker.fill('Name', 'greeting')
  await walker.fill('Value', 'Welcome to the harbour')
  await walker.look('workflow step')
  await walker.button('Publish')
  await walker.button('Publish', dialogOf(walker))
  await walker.see('Version 1 published')
  await walker.look('published')
  await walker.link('Workflows', walker.page.getByRole('complementary', { name: 'Sidebar' }))
  await walker.button(/^Run for real/)
  await walker.button('Run for real', dialogOf(walker))
  await walker.page.waitForURL(/workflows\/runs\//)
  await walker.page.getByRole('main').getByText('Success', { exact: true }).first().waitFor()
  await walker.look('workflow run')
}

async function sendACampaign(walker: Walker): Promise<void> {
  const { page } = walker
  await walker.button('Close', dialogOf(walker))
  await walker.link('Campaigns', page.getByRole('complementary', { name: 'Sidebar' }))
  await walker.button('Create your first campaign')
  await walker.fill('Name', 'Spring coffee', dialogOf(walker))
  await walker.button('Create draft', dialogOf(walker))
  await importList(walker)
  await walker.button('Next: Message')
  await walker.fill('Subject', 'Our spring coffee is here')
  await walker.button('Personal email')
  await rewrite(walker, /I am writing to you/, 'Our spring coffee is here: sweet, with a note of plum. Come by and taste it.')
  await rewrite(walker, /Alex Morgan/, 'Nina, Harbour Coffee')
  await walker.look('designer')
  await walker.button('Review')
  await verifyAddress(walker)
  await walker.look('review')
  await walker.button(/^Enter the address/)
  await walker.fill('Street address', 'Quay 1', dialogOf(walker))
  await walker.fill('City', 'Bremen', dialogOf(walker))
  await walker.fill('Country', 'Germany', dialogOf(walker))
  await walker.button('Save', dialogOf(walker))
  await walker.see('Everything is ready')
  await walker.look('ready')
  await walker.button('Send now')
  await walker.look('question')
  await walker.button('Send now', dialogOf(walker))
  await walker.page.getByText('Completed').first().waitFor()
  await walker.look('sent')
  walker.end('Designed campaign sent to an imported list')
}

async function main(): Promise<void> {
  const server = await startServer({ SANDBOX_DELAY_MS: '15' })
  const url = server.url.replace('127.0.0.1', 'localhost')
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(20_000)
  const walker = new Walker(await context.newPage())
  try {
    await register(walker, url)
    await runAnAgent(walker)
    await sendACampaign(walker)
    await publishAWorkflow(walker)
    walker.end('Workflow published and run')
  } catch (error) {
    await walker.look('failed')
    throw error
  } finally {
    console.table(walker.figures)
    await browser.close()
    await server.stop()
  }
}

await main()
