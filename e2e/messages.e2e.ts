import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { addMembership, registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

// Members write to each other and to a contact; read, flagged, archived and deleted apply per member only.

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
let page: Page
let watch: PageWatch
let ada: Person
let bob: Person

const open = (path: string) => page.goto(`${url}/org/${ada.slug}/${path}`)
const pane = (subject: string) => page.getByRole('article', { name: subject })

beforeAll(async () => {
  ada = await registerPerson(url, 'Message Works', ['Ada', 'Byron'])
  bob = await registerPerson(url, 'Bobs Own', ['Bob', 'Noyce'])
  await addMembership(dataDir, { orgId: ada.orgId, userId: bob.userId, role: 'MEMBER' })
  // Only a proved address writes to the world outside.
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [ada.userId]))
  await ada.call('POST', '/contacts', { email: `cleo-${Date.now()}@example.com`, firstName: 'Cleo', lastName: 'Kaufmann' })
  page = await browser.open({ reducedMotion: 'reduce' })
  watch = watchPage(page, url)
  await signIn(page, url, ada.email)
})

test('shows an empty inbox, and rejects a message without recipient, subject or text', async () => {
  await open('messages')
  await see(page.getByText('No messages', { exact: true }), page.getByText('No message selected'))
  await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await see(page.getByText('Recipient is required'), page.getByText('Subject is required'), page.getByText('Message is required'))
  await page.keyboard.press('Escape')
})

test('a message to a member, with a file, by the keyboard', async () => {
  await open('messages?create=true')
  const dialog = page.getByRole('dialog', { name: 'New Message' })
  await dialog.getByRole('combobox', { name: 'To' }).fill('Bob')
  await page.getByRole('option', { name: /Bob Noyce/ }).click()
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Numbers of October')
  await dialog.getByRole('combobox', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Please look at these before Friday.\n\nThe second table is new.')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'october.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  await see(dialog.getByRole('button', { name: 'Remove october.csv' }))
  await dialog.getByRole('button', { name: 'Send' }).click()
  await see(pane('Numbers of October').getByText('The second table is new.'), page.getByText('To Bob Noyce'))
  await see(page.getByRole('tab', { name: 'Sent', selected: true }))
})

test('sends a message to a contact by email', async () => {
  await open('messages?create=true')
  const dialog = page.getByRole('dialog', { name: 'New Message' })
  await dialog.getByRole('combobox', { name: 'To' }).fill('Cleo')
  await page
    .getByRole('option', { name: /Cleo Kaufmann/ })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your question')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Yes, we ship to Austria as well.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await see(pane('Your question').getByText('Email'))
  const delivered = async () => {
    await page.reload()
    await see(pane('Your question'))
    return pane('Your question')
      .getByText(/^(Delivered|Sent)$/)
      .count()
  }
  await expect.poll(delivered, { timeout: 20_000 }).toBe(1)
  await checkEverywhere(page, 'messages-sent')
})

test('sends a delayed reply once and removes its draft; the page asks before a draft is lost', async () => {
  const result = Promise.withResolvers<void>()
  const keys: string[] = []
  await page.route('**/replies', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    const response = await route.fetch()
    await result.promise
    await route.fulfill({ response })
  })
  await open('messages?box=sent')
  const reply = (subject: string) => pane(subject).getByRole('textbox', { name: 'Reply' })
  const show = (subject: string) => page.getByRole('button', { name: new RegExp(subject) }).click()
  await show('Numbers of October')
  await reply('Numbers of October').fill('And one thing more: page 3.')
  await reply('Numbers of October').press('Control+Enter')
  await see(pane('Numbers of October').getByRole('button', { name: 'Sending...', disabled: true }))
  await show('Your question')
  await see(reply('Your question'))
  await show('Numbers of October')
  // Still in flight: it is neither sent again nor changed.
  await reply('Numbers of October').press('Control+Enter')
  await reply('Numbers of October').pressSequentially(' More')
  expect(await reply('Numbers of October').inputValue()).toBe('And one thing more: page 3.')
  await show('Your question')
  await see(reply('Your question'))
  result.resolve()
  await see(page.getByText('Reply sent'))
  await show('Numbers of October')
  await see(pane('Numbers of October').getByText('And one thing more: page 3.').first())
  expect(await reply('Numbers of October').inputValue()).toBe('')
  expect(keys).toHaveLength(1)
  await page.unroute('**/replies')
  await reply('Numbers of October').fill('A draft')
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await see(page.getByRole('heading', { name: 'Contacts', level: 1 }))
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.evaluate(() => setTimeout(() => location.reload()))])
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await page.goBack()
  await expect.poll(() => reply('Numbers of October').inputValue()).toBe('A draft')
  await reply('Numbers of October').fill('')
  await show('Your question')
})

test('assigns a conversation, sets it urgent and done, resolves an unknown outcome, and shows the messages on the contact', async () => {
  const article = pane('Your question')
  await article.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: 'Ada Byron (you)' }).click()
  await article.getByRole('combobox', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await see(page.getByRole('button', { name: /Your question/ }).getByText('Urgent'))
  await withOwner(dataDir, (db) =>
    db.query("update app.messages set status = 'held' where org_id = $1 and direction = 'outbound'", [ada.orgId]),
  )
  await page.reload()
  await see(article.getByText('Held: unknown whether it was sent'), article.getByRole('button', { name: 'Sent' }))
  await checkEverywhere(page, 'messages-held')
  await article.getByRole('button', { name: 'Do not send' }).click()
  await see(article.getByText(/Not sent: Ada Byron decided so/), article.getByRole('button', { name: 'Send again' }))
  await article.getByRole('button', { name: 'Mark as done' }).click()
  await see(article.getByRole('button', { name: 'Reopen' }), page.getByRole('img', { name: 'Done' }))
  await open('messages?box=sent&show=me&state=closed')
  await page.getByRole('button', { name: /Your question/ }).click()
  await article.getByRole('link', { name: 'Open contact' }).click()
  await page.getByRole('tab', { name: 'Messages' }).click()
  await see(page.getByRole('link', { name: /Your question/ }))
  await checkEverywhere(page, 'contact-messages')
  await page.getByRole('link', { name: 'Write' }).click()
  await see(page.getByRole('dialog', { name: 'New Message' }).getByText(/Cleo Kaufmann/))
})

test('lets the other member read, answer, flag, archive and delete it', async () => {
  watch.expectClean('messages of the sender')
  await page.close()
  page = await browser.open({ reducedMotion: 'reduce' })
  watch = watchPage(page, url)
  await signIn(page, url, bob.email)
  await open('messages')
  await see(page.getByRole('tab', { name: /Inbox/ }).getByText('1'))
  const row = page.getByRole('button', { name: /Numbers of October/ })
  await row.focus()
  await page.keyboard.press('Enter')
  const article = pane('Numbers of October')
  await see(article.getByText('Please look at these before Friday.'))
  await expect.poll(() => page.getByRole('img', { name: 'Unread' }).count()).toBe(0)
  const reply = article.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Done, the second is right.')
  await page.getByRole('tab', { name: 'Sent' }).click()
  await expect.poll(() => reply.count()).toBe(0)
  await page.getByRole('tab', { name: /Inbox/ }).click()
  await row.click()
  // The typed draft was kept, and is now edited in the middle.
  await expect.poll(() => reply.inputValue()).toBe('Done, the second is right.')
  await reply.press('Home')
  for (let at = 0; at < 'Done, the second '.length; at++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('table ')
  await page.keyboard.press('Control+Enter')
  await see(article.getByText('Done, the second table is right.'))
  const [file] = await Promise.all([page.waitForEvent('download'), article.getByRole('button', { name: /october\.csv/ }).click()])
  expect(file.suggestedFilename()).toBe('october.csv')
  await article.getByRole('button', { name: 'Flag', exact: true }).click()
  await see(article.getByRole('button', { name: 'Remove flag' }))
  await checkEverywhere(page, 'messages-reading')
  await article.getByRole('button', { name: 'Archive' }).click()
  await see(article.getByRole('button', { name: 'Move to the inbox' }))
  await page.getByRole('tab', { name: 'Archived' }).click()
  await page.getByRole('button', { name: /Numbers of October/ }).click()
  await article.getByRole('button', { name: 'Delete' }).click()
  await see(page.getByText('Are you sure you want to delete this message?'))
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await see(page.getByText('Nothing archived'))
  watch.expectClean('messages')
})
