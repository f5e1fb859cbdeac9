import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser, visit } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let person: Person
let page: Page

beforeAll(async () => {
  person = await registerPerson(url, 'Audience Works')
  const people = [
    { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', tags: ['vip'], locale: 'de-DE' },
    { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', tags: ['vip', 'newsletter'], locale: 'en-US' },
    { email: 'alan@example.com', firstName: 'Alan', lastName: 'Turing', tags: ['newsletter'], locale: 'de-DE' },
  ]
  for (const each of people) await person.call('POST', '/contacts', each)
  page = await browser.open({ reducedMotion: 'reduce' })
  await signIn(page, url, person.email)
})

const audience = () => page.getByRole('region', { name: 'Audience' })

test('turns words into rules that a user reviews, changes and saves', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${url}/org/${person.slug}/segments`)
  await see(page.getByText('No segments yet'))
  await checkEverywhere(page, 'segments empty')
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByRole('textbox', { name: 'Describe your audience' }).fill('everyone tagged vip in Germany who loves cats')
  await page.getByRole('button', { name: 'Turn into rules' }).click()
  await see(page.getByText('tagged vip and'), page.getByText('loves cats', { exact: true }))
  await checkEverywhere(page, 'segment proposal')
  // Nothing of a proposal is applied before the user accepts it.
  expect(await page.getByRole('group', { name: 'Condition', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Use these rules' }).click()
  await see(audience().getByText('1 contact'), audience().getByText('Ada Lovelace'))
  expect(await page.getByRole('group', { name: 'Condition', exact: true }).count()).toBe(4)
  await page.getByRole('button', { name: 'Save segment' }).click()
  await see(page.getByText('Name is required'))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('German VIPs')
  await page.getByRole('button', { name: 'Save segment' }).click()
  await see(page.getByRole('heading', { name: 'German VIPs' }))
  await page.goto(`${url}/org/${person.slug}/segments`)
  await see(
    page
      .getByRole('row', { name: /German VIPs/ })
      .getByText('1', { exact: true })
      .last(),
  )
  await checkEverywhere(page, 'segments list')
  watch.expectClean('segments')
})

test('rules are put together with the keyboard, and the count follows', async () => {
  await visit(page, `${url}/org/${person.slug}/segments/new`)
  await see(page.getByText('Without conditions, the segment contains all contacts.'), audience().getByText('3 contacts'))
  const add = page.getByRole('button', { name: 'Add condition' })
  await add.focus()
  await page.keyboard.press('Enter')
  const tags = page.locator('input[aria-label="Tags"]')
  await see(page.getByText('Finish the marked conditions to count again.'))
  await tags.focus()
  await page.keyboard.type('newsletter')
  await page.keyboard.press('Enter')
  await see(audience().getByText('2 contacts'))
  await add.focus()
  await page.keyboard.press('Enter')
  const subject = page.locator('input[aria-label="Condition subject"]').nth(1)
  await subject.focus()
  await page.keyboard.type('Language')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const value = page.getByRole('textbox', { name: 'Value', exact: true })
  await value.focus()
  await page.keyboard.type('de-de')
  await see(audience().getByText('1 contact'), audience().getByText('Alan Turing'))
  await checkEverywhere(page, 'segment builder')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('German readers')
  await page.getByRole('button', { name: 'Save segment' }).click()
  await see(page.getByRole('heading', { name: 'German readers' }))
})

test('counts an event by its recorded properties', async () => {
  const [grace] = await person.call<{ id: string }[]>('GET', '/contacts?q=grace')
  for (const amount of [20, 120])
    await person.call('POST', `/contacts/${grace?.id}/events`, { type: 'purchase', data: { amount, product: 'Garden Chair' } })
  const watch = watchPage(page, url)
  await page.goto(`${url}/org/${person.slug}/segments/new`)
  await page.getByRole('button', { name: 'Add condition' }).click()
  const subject = page.locator('input[aria-label="Condition subject"]')
  await subject.focus()
  await page.keyboard.type('Event')
  await expect.poll(() => page.getByRole('option').first().textContent()).toBe('Event')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('input[aria-label="Event"]').click()
  await page.getByRole('option', { name: 'purchase' }).click()
  await see(audience().getByText('1 contact'))
  await page.getByRole('textbox', { name: 'Property of the event' }).fill('amount')
  await see(page.getByText('Finish the marked conditions to count again.'))
  await page.locator('input[aria-label="Comparison of the property"]').click()
  await page.getByRole('option', { name: 'is at least' }).click()
  const value = page.getByRole('textbox', { name: 'Value of the property' })
  await value.fill('500')
  await see(audience().getByText('0 contacts'))
  await value.fill('100')
  await see(audience().getByText('Grace Hopper'))
  await checkEverywhere(page, 'segment event data')
  watch.expectClean('events by their data')
})

test('lists the contacts of a segment, exports them as a file, links to them, and has a rule for unreachable ones', async () => {
  const watch = watchPage(page, url)
  const rules = { match: 'all', rules: [{ kind: 'reach', channel: 'email', state: 'not_reachable' }] }
  const segment = await person.call<{ id: string }>('POST', '/segments', { name: 'Out of reach', rules })
  await page.goto(`${url}/org/${person.slug}/segments/${segment.id}`)
  const members = page.getByRole('region', { name: 'Contacts in this segment' })
  await see(page.getByText('cannot be reached for any purpose by email'))
  for (const name of ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']) await see(members.getByText(name))
  await checkEverywhere(page, 'segment members')
  const file = page.waitForEvent('download')
  await members.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^contacts-.*\.csv$/)
  await page.locator('input[aria-label="State"]').click()
  await page.getByRole('option', { name: 'is suppressed' }).click()
  await see(audience().getByText('0 contacts'))
  expect(await page.locator('input[aria-label="Purpose"]').count()).toBe(0)
  await members.getByRole('button', { name: 'Grace Hopper' }).click()
  await see(page.getByRole('dialog').getByText('grace@example.com').first())
  watch.expectClean('segment members')
})

test('keeps a segment that another one refers to, and deletes it after that reference is gone', async () => {
  const { rows } = { rows: await person.call<{ id: string; name: string }[]>('GET', '/segments') }
  const used = rows.find(({ name }) => name === 'German VIPs')
  await person.call('POST', '/segments', {
    name: 'All of them',
    rules: { match: 'all', rules: [{ kind: 'segment', segmentId: used?.id, in: true }] },
  })
  await page.goto(`${url}/org/${person.slug}/segments`)
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await see(page.getByTitle('All of them'))
  await remove('German VIPs')
  await see(page.getByText('This segment is used by All of them. Remove it there first.'))
  await remove('All of them')
  await see(page.getByText('Segment deleted'))
  await remove('German VIPs')
  await page.getByRole('button', { name: 'Actions for German VIPs' }).waitFor({ state: 'detached' })
})
