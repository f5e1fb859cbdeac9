import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { checkEverywhere } from '../harness/check-screen.ts'
import { see, useBrowser, visit } from '../harness/browser.ts'
import { registerPerson, signIn } from '../harness/people.ts'
import type { Person } from '../harness/people.ts'
import { watchPage } from '../harness/watch-page.ts'
import type { PageWatch } from '../harness/watch-page.ts'

// Ten hours at ₹1,000 less a tenth, and 18 % GST: 9,000 + 1,620. Four hours: 3,600 + 648 = 4,248. Six: 5,400 + 972 = 6,372, of which one is
// credited: 900 + 162 = 1,062. The customer pays 5,000 for the first, so 752 are credit. The second owes 6,372 − 1,062 − 752 = 4,558.
const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let owner: Person
let page: Page
let watch: PageWatch
const numbers: string[] = []

const settingsOf = async (change: object) => {
  const { hasLogo: _logo, updatedAt: _at, ...kept } = await owner.call<Record<string, unknown>>('GET', '/sales-settings')
  await owner.call('PUT', '/sales-settings', { ...kept, ...change })
}
const open = (path: string) => visit(page, `${url}/org/${owner.slug}/${path}`)
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const press = (within: Locator | Page, name: string | RegExp) => within.getByRole('button', { name }).click()
const saved = async (file: Download) => ({ name: file.suggestedFilename(), bytes: await readFile(await file.path()) })
const download = async (press: () => Promise<void>) => saved((await Promise.all([page.waitForEvent('download'), press()]))[0])

/** No text of the table ends in an ellipsis, and the page is not wider than its window. */
const expectNothingCut = async (where: string) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const cut = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main [role=cell], main [role=columnheader], main td, main th')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent?.slice(0, 60)),
  )
  expect(cut, `cut at 1280 px: ${where}`).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
}

beforeAll(async () => {
  owner = await registerPerson(url, 'Marine Drive Advice')
  await owner.call('PATCH', `/organizations/${owner.orgId}/profile`, { address: '1 Marine Drive', city: 'Mumbai' })
  await settingsOf({ currency: 'INR', taxRegime: 'GST', taxId: '27AAPFU0939F1ZV' })
  await owner.call('POST', '/contacts', { firstName: 'Ada', lastName: 'Buyer', email: 'ada.buyer@example.com' })
  page = await browser.open()
  watch = watchPage(page, url)
  await signIn(page, url, owner.email)
})

test('a quotation with a discount is sent, accepted and becomes an order', async () => {
  await open('sales-quotation?create=true')
  const form = dialog('New Quotation')
  await form.getByRole('combobox', { name: 'Customer', exact: true }).fill('Ada')
  await page.getByRole('option', { name: /^Ada Buyer/ }).click()
  await form.getByRole('combobox', { name: /^State of the customer/ }).fill('Maharashtra')
  await page.getByRole('option', { name: '27 Maharashtra' }).click()
  const type = (name: string, text: string) => form.getByLabel(name).and(form.locator('input')).first().fill(text)
  await type('Description', 'Advice')
  await type('HSN/SAC', '998314')
  await type('Quantity', '10')
  await type('Unit price', '1000')
  await type('Tax %', '18')
  await type('Discount on the document, %', '10')
  await see(form.getByLabel('Totals').getByText('₹10,620.00'))
  await press(form, 'Save draft')

  const panel = dialog(/^QT\//)
  await press(panel, 'Send')
  await page.getByRole('menuitem', { name: 'By email, with PDF' }).click()
  await press(dialog('Send quotation'), 'Send')
  await press(panel, 'Mark as accepted')
  await panel.getByRole('link', { name: /^SO\// }).click()
  await press(dialog(/^SO\//), 'Confirm order')
  await see(dialog(/^SO\//).getByText('₹10,620.00'))
  watch.expectClean('from the quotation to the order')
})

async function invoiceHours(hours: string, due: string): Promise<void> {
  const order = dialog(/^SO\//)
  await press(order, 'Create invoice')
  const form = dialog('Create invoice')
  await form.getByRole('textbox', { name: /^Advice: quantity of/ }).fill(hours)
  await press(form, 'Create draft')
  await press(dialog('Draft invoice'), 'Issue invoice')
  await press(dialog('Issue invoice'), 'Issue invoice')
  const issued = dialog(/^INV\//)
  await see(issued.getByText(due).first())
  numbers.push((await issued.getByRole('heading', { level: 2 }).textContent()) ?? '')
  await issued.getByRole('link', { name: /^SO\// }).click()
}

test('the order is invoiced in two parts, each with its share of the discount', async () => {
  await invoiceHours('4', '₹4,248.00')
  await invoiceHours('6', '₹6,372.00')
  const order = dialog(/^SO\//)
  await see(order.getByRole('link', { name: numbers[0] ?? '' }), order.getByRole('link', { name: numbers[1] ?? '' }))
  expect(await order.getByRole('button', { name: 'Create invoice' }).count()).toBe(0)
  watch.expectClean('partial invoices')
})

test('an entry of a bank statement pays the first, and what is too much becomes credit', async () => {
  await open('sales-invoice?bank=true')
  const bank = dialog('Bank statements')
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const memo = `Invoice ${numbers[0]?.replaceAll('/', ' ')}`
  const entry = `<STMTTRN><DTPOSTED>${day}<TRNAMT>5000.00<FITID>e2e-1<NAME>Ada Buyer<MEMO>${memo}</STMTTRN>`
  const text = `OFXHEADER:100\n\n<OFX><CURDEF>INR<ACCTID>1${entry}</OFX>`
  await bank.locator('input[type=file]').setInputFiles({ name: 'bank.ofx', mimeType: 'application/x-ofx', buffer: Buffer.from(text) })
  await press(bank, `Pays ${numbers[0]}, due ₹4,248.00 (number, name)`)
  await see(bank.getByText('No entry waits for a decision.'))
  await press(bank, 'Close')
  await see(page.getByRole('table', { name: 'Sales Invoices' }).getByText('Paid', { exact: true }).filter({ visible: true }).first())
  await expectNothingCut('invoices')
  watch.expectClean('the bank statement')
})

test('an hour of the second is credited, the balance is applied, and the register shows what is left', async () => {
  await page
    .getByRole('button', { name: numbers[1] ?? '' })
    .first()
    .click()
  const panel = dialog(numbers[1] ?? '')
  await press(panel, 'Credit note')
  const credit = dialog('Issue credit note')
  await credit.getByRole('textbox', { name: /^Advice: quantity of/ }).fill('1')
  await credit.getByRole('textbox', { name: /^Reason/ }).fill('One hour less')
  await press(credit, 'Issue credit note')
  await see(panel.getByText('₹5,310.00'))
  await press(panel, 'Apply credit of ₹752.00')
  await see(panel.getByText('₹4,558.00'))

  await open('sales-register')
  const register = page.getByRole('table', { name: 'What customers owe' })
  await see(register.getByText('₹4,558.00').first())
  await expectNothingCut('the register')
  await checkEverywhere(page, 'sales-register')
  await register.getByRole('link', { name: 'Ada Buyer' }).click()
  const account = dialog('Ada Buyer')
  await see(account.getByText('Paid too much'), account.getByText('Applied'), account.getByText('-₹752.00'))
  await press(account, 'Record advance')
  const advance = dialog('Record advance')
  await advance.getByRole('textbox', { name: /^Amount/ }).fill('250')
  await press(advance, 'Record advance')
  await see(account.getByText(/^Advance RV\//), account.getByText('₹250.00').first())
  watch.expectClean('credit and register')
})

test('GSTR-1 of the month has the hand-made sums, and the ledger balances', async () => {
  await open('sales-invoice')
  await press(page, 'GST return')
  const month = await download(() => page.getByRole('menuitem').first().click())
  expect(month.name).toMatch(/^gstr1-\d{4}-\d\d\.json$/)
  const gstr = JSON.parse(month.bytes.toString()) as { b2cs: object[] }
  // 9,000 invoiced less 900 credited.
  expect(gstr.b2cs).toMatchObject([{ pos: '27', rt: 18, txval: 8100, camt: 729, samt: 729 }])
  await open('sales-register?ledger=true')
  const ledger = await download(() => press(dialog('Export the ledger'), 'Download CSV'))
  const rows = ledger.bytes.toString().trim().split(/\r?\n/).slice(1)
  const sumOf = (fromEnd: number) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row.split(',').at(-fromEnd)?.replaceAll('"', '') ?? 0) * 100), 0)
  expect(rows.length).toBeGreaterThan(8)
  expect(sumOf(2)).toBe(sumOf(1))
  watch.expectClean('GSTR-1 and the ledger')
})

test('a German invoice is opened as Factur-X, and its XML is read as an expense', async () => {
  await settingsOf({ currency: 'EUR', taxRegime: 'VAT', taxId: 'DE136695976', iban: 'DE89370400440532013000' })
  await owner.call('PATCH', `/organizations/${owner.orgId}/profile`, { country: 'Germany' })
  const [contact] = await owner.call<{ id: string }[]>('GET', '/contacts')
  const lines = [{ description: 'Advice', quantity: 2, unitPrice: 500_00, taxBasisPoints: 1_900 }]
  const body = { contactId: contact?.id, lines, currency: 'EUR', customerCountry: 'DE', customerAddress: 'Hafen 1' }
  const { id } = await owner.call<{ id: string }>('POST', '/sales-invoices', body)
  await owner.call('POST', `/sales-invoices/${id}/issue`)
  // Loaded anew: the app does not know of settings that were changed beside it.
  await page.goto(`${url}/org/${owner.slug}/sales-invoice?invoice=${id}`)
  const panel = dialog(/^INV\//)
  const pdf = await download(() => press(panel, 'Factur-X'))
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.bytes.includes('factur-x.xml')).toBe(true)
  const xml = await download(() => press(panel, 'E-invoice (CII)'))

  await open('sales-expense')
  const read = (buffer: Buffer) =>
    page.locator('main input[type=file]').setInputFiles({ name: 'november.xml', mimeType: 'application/xml', buffer })
  await read(Buffer.from('<Invoice/>'))
  await see(dialog('The e-invoice could not be read'))
  await press(dialog('The e-invoice could not be read'), 'Close')
  await read(xml.bytes)
  const expense = dialog('Marine Drive Advice')
  await see(expense.getByText('€1,190.00'), expense.getByText('CII'))
  await press(expense, 'Record expense')
  await press(dialog('Record expense'), 'Record expense')
  await see(expense.getByText('Recorded'))
  await press(expense, 'Close')
  await expectNothingCut('expenses')
  await checkEverywhere(page, 'sales-expense')
  // The refused file is the only fault.
  watch.expectClean('European e-invoices', /422/)
})
