import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser, visit } from '../harness/browser.ts'
import { checkAccessibility } from '../harness/check-screen.ts'
import { registerPerson, signIn } from '../harness/people.ts'
import type { Person } from '../harness/people.ts'
import { withOwner } from '../harness/start-server.ts'
import { watchPage } from '../harness/watch-page.ts'
import type { PageWatch } from '../harness/watch-page.ts'

// The public help center for a visitor without a session, and a ticket from a member to the operator and back.

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
let member: Person
let desk: Person
let page: Page
let watch: PageWatch
beforeAll(async () => {
  member = await registerPerson(url, 'Yak Outfitters')
  desk = await registerPerson(url, 'Operator of Imperium', ['Grace', 'Hopper'])
  await withOwner(dataDir, (db) =>
    db.query('insert into app.operator_organization (organization) values ($1) on conflict do nothing', [desk.orgId]),
  )
  page = await browser.open()
  watch = watchPage(page, url)
  await signIn(page, url, member.email)
})
afterAll(() => withOwner(dataDir, (db) => db.query('delete from app.operator_organization where organization = $1', [desk.orgId])))

const open = (path: string) => visit(page, `${url}/org/${member.slug}/${path}`)

test('a published article is searched, read and rated in the help center by a visitor', async () => {
  await open('docs')
  await page.getByRole('button', { name: 'Write an article' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Write an article' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Washing a yak saddle')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('## Water\n\nA yak saddle is washed with **rain water** only.')
  await dialog.getByRole('combobox', { name: 'Visibility' }).click()
  await page.getByRole('option', { name: 'Public' }).click()
  await dialog.getByRole('button', { name: 'Save and publish' }).click()
  await see(page.getByRole('heading', { level: 1, name: 'Washing a yak saddle' }))
  await open('docs')
  await page.getByRole('button', { name: 'Public help center', exact: true }).click()
  await page.getByRole('switch', { name: /^Show public articles/ }).click()
  await page.getByRole('dialog', { name: 'Public help center' }).getByRole('button', { name: 'Save' }).click()
  await see(page.getByText('Help center saved'))
  watch.expectClean('help center settings')

  const visitor = await browser.open()
  const ofVisitor = watchPage(visitor, url)
  await visitor.goto(`${url}/help/${member.slug}`)
  await see(visitor.getByRole('heading', { level: 1, name: 'Yak Outfitters' }))
  await checkAccessibility(visitor, 'the help center')
  await visitor.getByRole('searchbox', { name: 'Search' }).fill('how to wash saddles')
  await visitor.keyboard.press('Enter')
  await see(visitor.getByRole('heading', { level: 1, name: /^Results for/ }))
  await visitor.getByRole('link', { name: 'Washing a yak saddle' }).click()
  await see(visitor.locator('strong').getByText('rain water'))
  await checkAccessibility(visitor, 'an article of the help center')
  await visitor.getByRole('button', { name: 'Yes' }).click()
  await see(visitor.getByText('Thank you for your feedback!'))
  expect(await visitor.context().cookies()).toEqual([])
  ofVisitor.expectClean('the help center')
  await visitor.context().close()
})

test('a member searches the help, and sends a ticket with a file', async () => {
  await open('support')
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('wash a yak saddle')
  await see(page.getByRole('list', { name: 'Answers from the help' }).getByRole('link', { name: /Washing a yak saddle/ }))
  await page.getByRole('button', { name: 'New ticket' }).click()
  const dialog = page.getByRole('dialog', { name: 'New ticket' })
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('The saddle shrinks')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('It shrinks in rain water.')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'sizes.csv', mimeType: 'text/csv', buffer: Buffer.from('before,after\n40,38\n') })
  await see(dialog.getByText('sizes.csv'))
  await dialog.getByRole('button', { name: 'Send' }).click()
  await see(page.getByRole('heading', { level: 1, name: 'The saddle shrinks' }), page.getByRole('button', { name: /sizes\.csv/ }))
  await checkAccessibility(page, 'a ticket')
  watch.expectClean('a ticket')
})

test('the operator answers on the Messages page, and the member reads it', async () => {
  const operator = await browser.open()
  const ofOperator = watchPage(operator, url)
  await signIn(operator, url, desk.email)
  await visit(operator, `${url}/org/${desk.slug}/messages`)
  await operator.getByRole('button', { name: /The saddle shrinks/ }).click()
  const conversation = operator.getByRole('article')
  await see(conversation.getByText('It shrinks in rain water.').first(), conversation.getByText('sizes.csv'))
  await conversation.getByRole('textbox', { name: 'Reply' }).fill('Stretch it while it is wet.')
  await conversation.getByRole('button', { name: 'Reply', exact: true }).click()
  await see(conversation.getByText('Stretch it while it is wet.').last())
  ofOperator.expectClean('the answer of the operator')
  await operator.context().close()
  // The page asks again only every half minute.
  const id = new URL(page.url()).searchParams.get('ticket') ?? ''
  const status = async () => (await member.call<{ status: string }>('GET', `/support/tickets/${id}`)).status
  await expect.poll(status, { timeout: 20_000 }).toBe('answered')
  await page.reload()
  await see(page.getByRole('region', { name: 'Message of Grace Hopper' }).getByText('Stretch it while it is wet.'))
  watch.expectClean('the answer in the ticket')
})
