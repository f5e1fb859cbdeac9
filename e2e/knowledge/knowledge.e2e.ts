import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser, visit } from '../harness/browser.ts'
import { checkAccessibility } from '../harness/check-screen.ts'
import { registerPerson, signIn } from '../harness/people.ts'
import type { Person } from '../harness/people.ts'
import { withOwner } from '../harness/start-server.ts'
import { watchPage } from '../harness/watch-page.ts'
import type { PageWatch } from '../harness/watch-page.ts'

// From a file and a web address to a cited answer, from an unanswered question to an article, and from a visitor of a website to a person.

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
const inFile = 'Llama harnesses are greased with beeswax every fourteen days.'
const onPage = 'The warehouse in Trondheim sends parcels on Tuesdays.'
const question = 'How are llama harnesses greased?'
let owner: Person
let agent: string
let page: Page
let watch: PageWatch
let visitor: Page
/** A website with a page that becomes knowledge. */
let website: { server: Server; origin: string }
/** A shop on another origin that embeds the chat. */
let shop: { server: Server; origin: string }
let embedded = ''

async function serve(place: string, html: () => string): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === place ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(request.url === place ? html() : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

beforeAll(async () => {
  website = await serve('/parcels', () => `<html lang="en"><title>Parcels</title><main><h1>Parcels</h1><p>${onPage}</p></main></html>`)
  shop = await serve(
    '/',
    () => `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1></main>${embedded}</html>`,
  )
  owner = await registerPerson(url, 'Llama Outfitters')
  // Only a proved address publishes an agent.
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [owner.userId]))
  const body = { name: 'Helper', type: 'CUSTOMER_SERVICE', config: { model: 'sandbox' }, capabilities: ['knowledge_search'] }
  agent = (await owner.call<{ id: string }>('POST', '/agents', body)).id
  page = await browser.open()
  watch = watchPage(page, url)
  await signIn(page, url, owner.email)
})
afterAll(() => {
  for (const each of [website, shop]) {
    each.server.closeAllConnections()
    each.server.close()
  }
})

const open = (path: string) => visit(page, `${url}/org/${owner.slug}/${path}`)
const documents = () => page.getByRole('region', { name: 'Documents', exact: true }).getByRole('listitem')
async function ask(text: string): Promise<void> {
  await open(`agents?agent=${agent}&tab=chat`)
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

async function printPdf(text: string): Promise<Buffer> {
  const printed = await browser.open()
  await printed.setContent(`<p>${text}</p>`)
  const file = await printed.pdf()
  await printed.context().close()
  return file
}

test('a PDF and a web address become documents', async () => {
  await open('docs?tab=documents')
  await see(page.getByText('No documents yet'))
  await page.locator('input[type=file]').setInputFiles({ name: 'care.pdf', mimeType: 'application/pdf', buffer: await printPdf(inFile) })
  await page.getByRole('dialog', { name: 'Upload documents' }).getByRole('button', { name: 'Upload', exact: true }).click()
  await see(documents().filter({ hasText: 'care.pdf' }).getByText('Ready'))
  await page.getByRole('button', { name: 'Add web address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add web address' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${website.origin}/parcels`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await see(
    documents()
      .filter({ hasText: `${website.origin}/parcels` })
      .getByText('Ready'),
  )
  watch.expectClean('documents')
})

test('an agent answers from each with a citation, which opens the passage', async () => {
  await ask('When does the warehouse in Trondheim send parcels?')
  await see(page.getByRole('region', { name: 'Answer' }).getByText('on Tuesdays'))
  await see(page.getByRole('region', { name: 'Sources' }).getByRole('link', { name: /Parcels/ }))
  await page.getByRole('button', { name: 'New chat' }).click()
  await ask(question)
  await see(page.getByRole('region', { name: 'Answer' }).getByText('beeswax'))
  await page
    .getByRole('region', { name: 'Sources' })
    .getByRole('link', { name: /care\.pdf/ })
    .click()
  await see(page.getByRole('heading', { level: 1, name: 'care.pdf' }), page.locator('[data-quoted=true]').getByText('beeswax'))
  await checkAccessibility(page, 'a cited passage')
  watch.expectClean('cited answer')
})

test('without the document it does not know, and the question is listed', async () => {
  await open('docs?tab=documents')
  await page.getByRole('button', { name: 'Actions for care.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete document' }).getByRole('button', { name: 'Delete' }).click()
  await seeNoMore(documents().filter({ hasText: 'care.pdf' }))
  await ask(question)
  await see(page.getByRole('region', { name: 'Answer' }).getByText('I do not know').last())
  await open('docs?tab=questions')
  await see(page.getByRole('list', { name: 'Unanswered questions' }).getByText(question))
})

test('an article answers the question', async () => {
  await page.getByRole('button', { name: 'Write an article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write an article' })
  expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(question)
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Llama harnesses are greased with olive oil, once a month.')
  await dialog.getByRole('combobox', { name: 'Visibility' }).click()
  await page.getByRole('option', { name: 'Public' }).click()
  await dialog.getByRole('button', { name: 'Save and publish' }).click()
  await see(page.getByRole('heading', { level: 1, name: question }), page.getByText('olive oil').first())
  await open('docs?tab=questions')
  await see(page.getByText('No unanswered questions'))
  watch.expectClean('unanswered question')
})

test('a visitor of another website talks to the published agent', async () => {
  await open(`agents?agent=${agent}&tab=settings`)
  await page.getByRole('switch', { name: 'Visitors can talk to this agent' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Ask the outfitters')
  await page.getByRole('textbox', { name: 'Allowed websites' }).fill(shop.origin)
  await page.getByRole('button', { name: 'Save website chat' }).click()
  const code = page.locator('code, pre').filter({ hasText: 'widget.js' }).first()
  embedded = (await code.textContent()) ?? ''
  watch.expectClean('publishing')
  visitor = await browser.open()
  await visitor.goto(shop.origin)
  await visitor.getByRole('button', { name: 'Open chat: Ask the outfitters' }).click()
  await see(visitor.getByText('You are talking to an AI.'))
  await visitor.getByRole('textbox', { name: 'Write a message' }).fill(question)
  await visitor.keyboard.press('Enter')
  await see(visitor.getByRole('log').getByText('olive oil'), visitor.getByRole('list', { name: 'Sources' }).getByText(question))
  await checkAccessibility(visitor, 'the chat on a website')
})

test('the visitor asks for a person, and the answer of the person appears in the chat', async () => {
  await visitor.getByRole('button', { name: 'Talk to a person' }).click()
  await see(visitor.getByText('A person will answer here soon.'))
  await open('messages')
  await page.getByRole('button', { name: new RegExp(question.slice(0, -1)) }).click()
  const conversation = page.getByRole('article')
  await see(conversation.getByText('This visitor waits for a person.'), conversation.getByText('olive oil').first())
  await conversation.getByRole('textbox', { name: 'Reply' }).fill('I grease yours today.')
  await conversation.getByRole('button', { name: 'Reply', exact: true }).click()
  await see(visitor.getByRole('log').getByText('I grease yours today.'), visitor.getByText('You are talking to Ada Lovelace.'))
  watch.expectClean('hand-over')
})
