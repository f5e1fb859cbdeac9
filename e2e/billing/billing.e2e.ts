import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { checkAccessibility, sizes } from '../harness/check-screen.ts'
import { see, useBrowser, visit } from '../harness/browser.ts'
import { registerPerson, signIn } from '../harness/people.ts'
import type { Person } from '../harness/people.ts'
import { watchPage } from '../harness/watch-page.ts'
import type { PageWatch } from '../harness/watch-page.ts'

const freeAgents = 5
const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let owner: Person
let page: Page
let watch: PageWatch

beforeAll(async () => {
  owner = await registerPerson(url, 'Corner Bakery')
  page = await browser.open()
  watch = watchPage(page, url)
  await signIn(page, url, owner.email)
})

const agent = (name: string) => owner.call('POST', '/agents', { name, type: 'SALES' })
const billing = () => visit(page, `${url}/org/${owner.slug}/settings/billing`)
/** The sandbox stands for the provider's checkout. */
const payInSandbox = async () => {
  const checkout = page.getByRole('dialog', { name: 'Sandbox checkout' })
  await checkout.getByRole('button', { name: /^Pay/ }).click()
  await checkout.waitFor({ state: 'detached' })
}

test('a free organization reaches its limit, upgrades in the checkout, and goes on', async () => {
  for (let number = 1; number <= freeAgents; number++) await agent(`Agent ${number}`)
  await expect(agent('One too many')).rejects.toThrow('The Conqueror plan allows more')
  await billing()
  await page.getByRole('button', { name: 'Upgrade to Conqueror' }).click()
  await payInSandbox()
  await expect.poll(() => agent('Agent 6').catch(() => null)).not.toBeNull()
  const [invoice] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('button', { name: /^Open invoice/ }).click()])
  await invoice.getByText('Corner Bakery').first().waitFor()
  expect(await invoice.locator('body').textContent()).toMatch(/1,999\.00/)
  await invoice.close()
  watch.expectClean('upgrade')
})

test('a contribution of 1 is taken, one of 0.5 is refused before anything is ordered', async () => {
  await billing()
  const amount = page.getByRole('textbox', { name: 'Custom amount' })
  const form = page.locator('form').filter({ has: amount })
  await amount.fill('0.5')
  await see(form.getByText('Minimum contribution amount is ₹1'))
  expect(await form.getByRole('button').isDisabled()).toBe(true)
  const refused = await owner
    .call('POST', '/payments/create-order', { planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 50 })
    .then(() => 'taken')
    .catch((error: unknown) => String(error))
  expect(refused).toContain('422')
  await amount.fill('1')
  await form.getByRole('button', { name: 'Pay ₹1' }).click()
  await payInSandbox()
  await expect
    .poll(() => owner.call<{ status: string; amount: number }[]>('GET', '/payments/invoices'))
    .toMatchObject([{ status: 'PAID' }, { status: 'PAID' }])
  watch.expectClean('contribution')
})

interface Linked {
  id: string
  status: string
  number: string
  publicUrl: string
  payUrl: string
  order: { id: string } | null
}
const pathOf = (link: string) => url + new URL(link).pathname

test('a customer without an account goes from the quotation to the paid invoice on a phone', async () => {
  await owner.call('PUT', '/sales-settings/payments', { provider: 'sandbox' })
  const { id: contactId } = await owner.call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: 'ada@example.com' })
  const lines = [{ description: 'Wedding cake, three tiers', quantity: 1, unitPrice: 12_500_00 }]
  const draft = await owner.call<Linked>('POST', '/sales-quotations', { contactId, lines })
  const sent = await owner.call<Linked>('POST', `/sales-quotations/${draft.id}/send`)

  const phone = await browser.open({ viewport: sizes.phone, hasTouch: true, isMobile: true })
  const seen = watchPage(phone, url)
  await phone.goto(pathOf(sent.publicUrl))
  await checkAccessibility(phone, 'quotation on a phone')
  await phone.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace')
  await phone.getByRole('button', { name: 'Accept quotation' }).click()
  await see(phone.getByText('You have accepted this quotation'))

  const { order } = await owner.call<Linked>('GET', `/sales-quotations/${draft.id}`)
  await owner.call('POST', `/sales-orders/${order?.id}/confirm`)
  const invoice = await owner.call<Linked>('POST', `/sales-orders/${order?.id}/invoice`)
  const issued = await owner.call<Linked>('POST', `/sales-invoices/${invoice.id}/issue`)
  await phone.goto(pathOf(issued.payUrl))
  await checkAccessibility(phone, 'invoice on a phone')
  expect(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await phone.getByRole('button', { name: /^Pay ₹12,500\.00/ }).click()
  await phone.getByRole('button', { name: /\(test\)$/ }).click()
  await see(phone.getByText('Paid. Thank you!'))
  seen.expectClean('pages of the customer')

  await visit(page, `${url}/org/${owner.slug}/sales-invoice?invoice=${invoice.id}`)
  const panel = page.getByRole('dialog', { name: issued.number })
  await see(panel.getByText('Paid', { exact: true }).first())
  expect(await panel.textContent()).toContain('Online')
  watch.expectClean('the paid invoice')
})
