import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser, visit } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { addMembership, registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

// Decisions that a launch waits for: approval of a large launch, agent-written messages, the winner of an A/B test; and an audience in
// words.

const browser = useBrowser()
const { url, dataDir } = inject('shared')
const people = 8
const content = { subject: 'Hello {{ first_name | default: "there" }}', html: '<p>Hello {{ first_name | default: "there" }}</p>' }
const all = { kind: 'all' }
let owner: Person
let member: Person
let agentId = ''
let page: Page
let base = ''

beforeAll(async () => {
  owner = await registerPerson(url, 'Lantern Press', ['Olga', 'Owner'])
  member = await registerPerson(url, 'Another place', ['Mia', 'Member'])
  base = `${url}/org/${owner.slug}/campaigns`
  const ids = [owner.userId, member.userId]
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = any($1)', [ids]))
  await addMembership(dataDir, { orgId: owner.orgId, userId: member.userId, role: 'MEMBER' })
  await owner.call('PATCH', `/organizations/${owner.orgId}/profile`, { address: '2 Lamp Lane', city: 'Leeds', country: 'United Kingdom' })
  await owner.call('POST', '/channels/senders', { name: 'Lantern Press', email: owner.email, isDefault: true })
  await owner.call('PUT', '/channels/email-settings', { launchLimit: people - 1 })
  const agent = { name: 'Letter writer', type: 'EMAIL_MARKETER', capabilities: [], description: '', config: { model: 'sandbox' } }
  agentId = (await owner.call<{ id: string }>('POST', '/agents', agent)).id
  await owner.call('PUT', `/agents/${agentId}/status`, { status: 'ACTIVE' })
  for (let n = 0; n < people; n += 1) {
    const body = { email: `guest${n}.${owner.slug}@customers.example`, firstName: `Guest ${n}`, tags: n < 3 ? ['vip'] : [] }
    const { id } = await owner.call<{ id: string }>('POST', '/contacts', body)
    await owner.call('POST', `/contacts/${id}/consents`, { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'Signed' })
  }
  page = await browser.open({ reducedMotion: 'reduce' })
  await signIn(page, url, owner.email)
})

const create = async (name: string, definition: object): Promise<string> =>
  (await owner.call<{ id: string }>('POST', '/campaigns', { name, channel: 'email', definition })).id
const completed = () => page.getByText('Completed', { exact: true }).first().waitFor({ timeout: 40_000 })
const confirm = (action: string) => page.getByRole('dialog').getByRole('button', { name: action }).click()

test("rejects a member's launch with a reason, and approves it when it is requested again", async () => {
  const id = await create('To everybody', { content, audience: all })
  const requesting = await browser.open({ reducedMotion: 'reduce' })
  await signIn(requesting, url, member.email)
  const ask = async (isFirst: boolean) => {
    await requesting.goto(`${base}/${id}/edit?step=review`)
    // The second time, the earlier result still applies: nothing was changed.
    if (isFirst) await requesting.getByRole('button', { name: 'Run', exact: true }).click()
    await requesting.getByRole('button', { name: 'Request approval' }).click()
    await requesting.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click()
    await see(requesting.getByText('Mia Member requests approval to launch'))
  }
  await ask(true)
  await visit(page, `${base}/${id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reason for rejection' }).fill('Leave out the guests of last week.')
  await checkEverywhere(page, 'campaign-approval')
  await page.getByRole('button', { name: 'Reject the launch' }).click()
  await see(page.getByText('Olga Owner rejected the launch'), page.getByText('Leave out the guests of last week.'))
  await ask(false)
  await page.reload()
  await page.getByRole('button', { name: 'Approve and launch' }).click()
  await completed()
})

const emailMessage = (name: string) => page.getByRole('listitem', { name, exact: true })

/** In the list of messages to review: changes of other members are shown, and the focus stays in the list. */
async function keepsWhatIsTyped(id: string): Promise<void> {
  const drafts = await owner.call<{ contactId: string; name: string }[]>('GET', `/campaigns/${id}/drafts?status=written`)
  const idOf = (name: string) => drafts.find((draft) => draft.name === name)?.contactId ?? ''
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.ariaLabel + ': ' + document.activeElement?.textContent)
  const typed = (name: string) => emailMessage(name).getByRole('textbox', { name: 'Message' })
  const type = async (name: string) => {
    await emailMessage(name).getByRole('button', { name: 'Edit' }).click()
    await typed(name).fill('Mine, of ten minutes')
  }
  await type('Guest 3')
  await owner.call('PUT', `/campaigns/${id}/drafts/${idOf('Guest 3')}`, { subject: 'Theirs', body: 'Theirs, short' })
  await see(emailMessage('Guest 3').getByText(/^Another member changed this message/), emailMessage('Guest 3').getByText('Theirs, short'))
  expect(await typed('Guest 3').inputValue()).toBe('Mine, of ten minutes')
  await checkEverywhere(page, 'campaign-drafts-changed')
  await emailMessage('Guest 3').getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect.poll(focused).toBe('Guest 3: Edit')
  await type('Guest 4')
  await owner.call('POST', `/campaigns/${id}/drafts/decide`, { decision: 'approve', contactIds: [idOf('Guest 4')] })
  await see(emailMessage('Guest 4').getByText(/^This message was already reviewed/))
  expect(await typed('Guest 4').inputValue()).toBe('Mine, of ten minutes')
  await emailMessage('Guest 4').getByRole('button', { name: 'Save', disabled: true }).waitFor()
  await emailMessage('Guest 4').getByRole('button', { name: 'Cancel' }).press('Enter')
  await seeNoMore(emailMessage('Guest 4'))
  await emailMessage('Guest 5').getByRole('button', { name: 'Approve' }).press('Enter')
  await expect.poll(focused).toBe('Guest 6: Approve')
  const reply = Promise.withResolvers<void>()
  await page.route('**/drafts/*', async (route) => {
    const response = await route.fetch()
    await reply.promise
    await route.fulfill({ response })
  })
  await type('Guest 7')
  await emailMessage('Guest 7').getByRole('button', { name: 'Save' }).click()
  await emailMessage('Guest 7').getByRole('button', { name: 'Saving...', disabled: true }).waitFor()
  await typed('Guest 7').pressSequentially(' more')
  expect(await typed('Guest 7').inputValue()).toBe('Mine, of ten minutes')
  reply.resolve()
  await see(
    emailMessage('Guest 7').getByText('Mine, of ten minutes', { exact: true }),
    emailMessage('Guest 7').getByRole('button', { name: 'Edit' }),
  )
  await page.unroute('**/drafts/*')
}

test('edits one agent-written message, rejects one, approves the rest and sends them', async () => {
  const watch = watchPage(page, url)
  const agent = { agentId, instructions: 'Short', budgetMicros: 5_000_000, review: true }
  const id = await create('Letters', { content, audience: all, agent })
  await owner.call('POST', `/campaigns/${id}/send`)
  await visit(page, `${base}/${id}`)
  await page.getByRole('button', { name: 'Review' }).click()
  await emailMessage('Guest 1').getByRole('button', { name: 'Edit' }).click()
  await emailMessage('Guest 1').getByRole('textbox', { name: 'Subject' }).fill('For you alone')
  await emailMessage('Guest 1').getByRole('textbox', { name: 'Message' }).fill('Dear guest, come again.')
  await checkEverywhere(page, 'campaign-drafts')
  // Unsaved changes block decisions, and leaving the page asks for confirmation.
  await page.getByRole('button', { name: 'Approve all', disabled: true }).waitFor()
  await see(page.getByText('A message is being changed. Save or cancel that first.'))
  await page.getByRole('tab', { name: 'Contacts' }).click()
  await confirm('Cancel')
  await emailMessage('Guest 1').getByRole('button', { name: 'Save' }).click()
  await see(emailMessage('Guest 1').getByText('Dear guest, come again.'))
  await emailMessage('Guest 2').getByRole('button', { name: 'Reject' }).click()
  await seeNoMore(emailMessage('Guest 2'))
  await keepsWhatIsTyped(id)
  await page.getByRole('button', { name: 'Approve all' }).click()
  await confirm('Approve all')
  await completed()
  await see(page.getByText('For you alone', { exact: true }).first())
  await page.getByRole('tab', { name: 'Contacts' }).click()
  await see(page.getByRole('row').filter({ hasText: 'Guest 2' }).getByText("The agent's message was rejected").last())
  watch.expectClean('drafts')
})

test('shows agent samples in their frame, the estimated cost in the dry run, and the reason for any contact', async () => {
  const watch = watchPage(page, url)
  const agent = { agentId, instructions: 'Short', budgetMicros: 5_000_000, review: true }
  const framed = { ...content, html: '<h1>Lantern Press</h1>{{ agent_text }}' }
  const id = await create('Letters to come', { content: framed, audience: all, agent, throttlePerMinute: 2 })
  await visit(page, `${base}/${id}/edit?step=message`)
  await see(page.getByText(/An agent writes each message/))
  await see(page.frameLocator('iframe').getByText('[Agent text for this contact]'))
  await checkEverywhere(page, 'campaign-agent-message')
  await visit(page, `${base}/${id}/edit?step=review`)
  await page.getByRole('button', { name: 'Write three samples' }).click()
  await page.getByText('Written', { exact: true }).nth(2).waitFor({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await see(page.getByText(/\$5\.00/), page.getByText(/^At 2 a minute it takes from/))
  await page.getByRole('combobox', { name: 'Delivery explanation' }).first().click()
  await page.getByRole('option', { name: /Guest 3/ }).click()
  await see(page.getByText(/^The agent writes subject and text, for at most \$5\.00/))
  await checkEverywhere(page, 'campaign-samples')
  watch.expectClean('samples')
})

test('selects the winning variant manually and sends it to the rest', async () => {
  const watch = watchPage(page, url)
  const variants = [{ name: 'Variant B', content: { ...content, subject: 'Good evening' }, share: 50 }]
  const id = await create('Two subjects', { content, audience: all, ab: { variants, testPercent: 50, winnerBy: 'manual' } })
  await owner.call('POST', `/campaigns/${id}/send`)
  await visit(page, `${base}/${id}`)
  await page.getByRole('button', { name: 'Choose Variant B' }).click()
  await confirm('Choose Variant B')
  await completed()
  await see(page.getByText('Variant B won; the rest of the audience gets it.'))
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await see(page.getByRole('rowheader', { name: 'Variant B' }))
  await checkEverywhere(page, 'campaign-variants')
  watch.expectClean('a test')
})

test('retries recipients that failed for a temporary reason', async () => {
  const watch = watchPage(page, url)
  const { id: contactId } = await owner.call<{ id: string }>('POST', '/contacts', { email: `full.${owner.slug}@rejected.test` })
  await owner.call('POST', `/contacts/${contactId}/consents`, { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'Signed' })
  const id = await create('To one', { content, audience: { kind: 'contacts', contactIds: [contactId] } })
  await owner.call('POST', `/campaigns/${id}/send`)
  await visit(page, `${base}/${id}`)
  await completed()
  await see(page.getByText('1 message failed and can be sent again'))
  await checkEverywhere(page, 'campaign-failed')
  await page.getByRole('checkbox', { name: 'Refused by the provider or the receiver: 1' }).uncheck()
  await page.getByRole('button', { name: 'Send again to failed recipients', disabled: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Refused by the provider or the receiver: 1' }).check()
  await page.getByRole('button', { name: 'Send again to failed recipients' }).click()
  await confirm('Send again')
  await see(page.getByText('1 message is sent again'))
  watch.expectClean('sent again')
})

test('sends to recipients that the agent budget left out after the budget is raised', async () => {
  const watch = watchPage(page, url)
  // What each run takes: half as much as the two need.
  const price = `if new.org_id = '${owner.orgId}' and new.status = 'completed' then new.cost_micros := 1000000; end if; return new;`
  await withOwner(dataDir, async (db) => {
    await db.query(`create function app.price_letters() returns trigger language plpgsql as $$ begin ${price} end $$`)
    await db.query('create trigger price_letters before update on app.runs for each row execute function app.price_letters()')
  })
  const { id: contactId } = await owner.call<{ id: string }>('POST', '/contacts', { email: `late.${owner.slug}@customers.example` })
  const { id: otherId } = await owner.call<{ id: string }>('POST', '/contacts', { email: `later.${owner.slug}@customers.example` })
  for (const id of [contactId, otherId])
    await owner.call('POST', `/contacts/${id}/consents`, { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'Signed' })
  const agent = { agentId, instructions: 'Short', budgetMicros: 1_000_000, review: false }
  const id = await create('Two letters', { content, audience: { kind: 'contacts', contactIds: [contactId, otherId] }, agent })
  await owner.call('POST', `/campaigns/${id}/send`)
  await visit(page, `${base}/${id}`)
  await completed()
  await see(page.getByText('1 message failed and can be sent again'))
  await page.getByRole('textbox', { name: 'Budget' }).fill('2')
  await checkEverywhere(page, 'campaign-budget')
  await page.getByRole('button', { name: 'Send again to failed recipients' }).click()
  await confirm('Send again')
  await see(page.getByText('1 message is sent again'))
  await seeNoMore(page.getByText('1 message failed and can be sent again'))
  await completed()
  watch.expectClean('a higher budget')
})

test('turns an audience in words into a segment that is reviewed and confirmed', async () => {
  const watch = watchPage(page, url)
  const id = await create('To the best', { content })
  await visit(page, `${base}/${id}/edit?step=audience`)
  await page.getByRole('radio', { name: /Describe in words/ }).check()
  await page.getByRole('textbox', { name: 'Describe your audience' }).fill('contacts tagged vip')
  await page.getByRole('button', { name: 'Turn into a segment' }).click()
  await see(page.getByText(/^3 contacts: /))
  await checkEverywhere(page, 'campaign-described')
  await page.getByRole('button', { name: 'Confirm this audience' }).click()
  // The reach comes last, and moves the buttons below it.
  await see(page.getByText('contacts tagged vip').first(), page.getByText(/can be reached by Email/))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await see(page.getByText('Draft saved'))
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await see(page.locator('dl > div', { hasText: 'In the audience' }).getByText('3', { exact: true }))
  watch.expectClean('a described audience')
})
