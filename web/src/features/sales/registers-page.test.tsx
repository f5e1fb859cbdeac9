import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { salesCredits } from '@imperium/contract/sales/sales-credits.ts'
import type { CustomerCredit } from '@imperium/contract/sales/sales-credits.ts'
import { salesRegisters } from '@imperium/contract/sales/sales-registers.ts'
import type { ChartOfAccounts, SalesAgeing } from '@imperium/contract/sales/sales-registers.ts'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { salesStatements } from '@imperium/contract/sales/sales-statements.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import type { FakeApi } from '../../testing/fake-api.ts'
import { id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'
import { settings } from './test-examples.ts'

const none = { notDue: 0, to30: 0, to60: 0, to90: 0, over90: 0 }
const ageing: SalesAgeing = {
  day: '2026-11-29',
  rows: [
    { contactId: id(3), customer: 'Ada Buyer', currency: 'INR', ...none, to30: 118_000, over90: 20_000, total: 138_000 },
    { contactId: null, customer: 'Gone Ltd', currency: 'INR', ...none, notDue: 50_000, total: 50_000 },
    { contactId: id(3), customer: 'Ada Buyer', currency: 'USD', ...none, to60: 9_900, total: 9_900 },
  ],
}
const credit: CustomerCredit = {
  contactId: id(3),
  customer: 'Ada Buyer',
  balances: [
    { currency: 'INR', balance: 25_000 },
    { currency: 'USD', balance: 1_000 },
  ],
  moves: [
    {
      id: id(20),
      kind: 'advance',
      currency: 'INR',
      amount: 25_000,
      date: '2026-11-20',
      number: 'RV/26-27/00001',
      invoiceId: null,
      invoiceNumber: null,
      method: 'UPI',
      reference: 'U-7',
    },
  ],
}
const chart: ChartOfAccounts = {
  'sales:receivable': '1400',
  'sales:income': '',
  'sales:tax': '',
  'sales:rounding': '',
  'sales:received': '',
  'sales:overpaid': '',
  'sales:withheld': '',
}
const withAccount = (on: FakeApi) => {
  on.give(salesRegisters.ageing, ageing)
  on.give(contacts.list, [])
  on.give(salesCredits.read, credit)
  on.give(salesSettings.read, settings)
}

testStates('sales registers', {
  place: 'sales-register',
  heading: 'Sales Registers',
  list: salesRegisters.ageing,
  loadFailed: 'The register of receivables could not be loaded',
  empty: { data: { day: '2026-11-29', rows: [] }, texts: 'No customer owes anything' },
  // Rupees are added up for those who owe rupees; the dollars of one customer stand alone.
  filled: { data: ageing, texts: ['₹1,180.00', '₹1,380.00', 'Gone Ltd', 'All customers (INR)', '₹1,880.00', '$99.00'] },
  forbidden: { role: 'VIEWER', texts: 'Gone Ltd' },
})

test('a viewer is offered neither the ledger nor the chart of accounts', async () => {
  openScreen('sales-register?ledger=true&accounts=true', { role: 'VIEWER' }, (on) => on.give(salesRegisters.ageing, ageing))
  await screen.findByText('Gone Ltd')
  expect(screen.getByRole('button', { name: 'Credit balances' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Export the ledger' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Chart of accounts' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('All customers (USD)')).toBeNull()
})

test('an advance of a customer is recorded in minor units of its currency', async () => {
  const api = openScreen('sales-register', {}, (on) => {
    withAccount(on)
    on.give(salesCredits.advance, credit)
  })
  fireEvent.click((await screen.findAllByRole('link', { name: 'Ada Buyer' }))[0]!)
  const panel = await screen.findByRole('dialog', { name: 'Ada Buyer' })
  expect(panel.textContent).toContain('1 to 30 days₹1,180.00Over 90 days₹200.00Total₹1,380.0031 to 60 days$99.00Total$99.00')
  expect(panel.textContent).toContain('Advance RV/26-27/00001')
  expect(panel.textContent).toContain('UPI · U-7')
  fireEvent.click(within(panel).getByRole('button', { name: 'Record advance' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record advance' })
  const amount = within(dialog).getByRole('textbox', { name: /^Amount/ })
  fireEvent.submit(amount.closest('form')!)
  await within(dialog).findByText('Amount is required')
  fireEvent.change(amount, { target: { value: '1250.5' } })
  fireEvent.submit(amount.closest('form')!)
  await waitFor(() =>
    expect(api.sent(salesCredits.advance).map(({ body }) => body)).toEqual([
      { contactId: id(3), amount: 125_050, currency: 'INR', method: 'Bank transfer', reference: '' },
    ]),
  )
})

test('a refund starts at the whole balance, and says at its field when it is more', async () => {
  const api = openScreen(`sales-register?customer=${id(3)}`, {}, (on) => {
    withAccount(on)
    on.refuse(salesCredits.refund, 409, 'CONFLICT', 'This is more than the credit balance')
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Pay back' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay back credit' })
  const amount = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  expect(amount.value).toBe('250')
  fireEvent.change(amount, { target: { value: '251' } })
  fireEvent.submit(amount.closest('form')!)
  await screen.findByText('This is more than the credit balance')
  expect(api.sent(salesCredits.refund)[0]?.body).toMatchObject({ amount: 25_100, currency: 'INR' })
})

test('the statement of a customer opens from its account, in the currency that is chosen', async () => {
  const api = openScreen(`sales-register?customer=${id(3)}`, {}, (on) => {
    withAccount(on)
    on.give(salesStatements.read, {
      contactId: id(3),
      customer: 'Ada Buyer',
      from: '2026-01-01',
      to: '2026-11-29',
      currency: 'INR',
      opening: 0,
      entries: [{ date: '2026-11-01', kind: 'invoice', invoiceId: id(8), number: 'INV/26-27/00001', amount: 118_000, balance: 118_000 }],
      closing: 118_000,
    })
  })
  const panel = await screen.findByRole('dialog', { name: 'Ada Buyer' })
  fireEvent.click(await within(panel).findByRole('button', { name: 'Statement' }))
  const dialog = await screen.findByRole('dialog', { name: 'Statement of account' })
  await within(dialog).findByText('INV/26-27/00001')
  expect(api.sent(salesStatements.read)[0]?.query).toMatchObject({ contactId: id(3) })
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'Currency' }))
  fireEvent.click(await screen.findByRole('option', { name: 'USD', hidden: true }))
  await waitFor(() => expect(api.sent(salesStatements.read).at(-1)?.query).toMatchObject({ currency: 'USD' }))
})

test('account numbers are saved, and one that is none is refused at its field', async () => {
  const api = openScreen('sales-register?accounts=true', {}, (on) => {
    on.give(salesRegisters.ageing, ageing)
    on.give(salesRegisters.readAccounts, chart)
    on.give(salesRegisters.updateAccounts, chart)
  })
  const income = await screen.findByRole('textbox', { name: 'Income from sales' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Receivables from customers' }).value).toBe('1400')
  fireEvent.change(income, { target: { value: '84 00' } })
  fireEvent.submit(income.closest('form')!)
  await screen.findByText('Use letters, digits, dots and hyphens')
  expect(api.writes()).toEqual([])
  fireEvent.change(income, { target: { value: '8400' } })
  fireEvent.submit(income.closest('form')!)
  await waitFor(() =>
    expect(api.sent(salesRegisters.updateAccounts).map(({ body }) => body)).toEqual([{ ...chart, 'sales:income': '8400' }]),
  )
})

test('the ledger is asked for by its period', async () => {
  const api = openScreen('sales-register?ledger=true', {}, (on) => {
    on.give(salesRegisters.ageing, ageing)
    on.refuse(salesRegisters.ledger, 503, 'BUSY', 'Too many exports')
  })
  const dialog = await screen.findByRole('dialog', { name: 'Export the ledger' })
  const type = (name: RegExp, value: string) => fireEvent.change(within(dialog).getByLabelText(name), { target: { value } })
  type(/^From/, '2026-04-01')
  type(/^To/, '2026-03-31')
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Download CSV' })
  expect(button.disabled).toBe(true)
  type(/^To/, '2027-03-31')
  fireEvent.submit(button.closest('form')!)
  await waitFor(() => expect(api.sent(salesRegisters.ledger)[0]?.query).toEqual({ from: '2026-04-01', to: '2027-03-31' }))
  await screen.findByText('Too many exports')
})
