import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import { salesProducts } from '@imperium/contract/sales/sales-products.ts'
import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import { salesQuotations } from '@imperium/contract/sales/sales-quotations.ts'
import type { SalesQuotation } from '@imperium/contract/sales/sales-quotations.ts'
import { salesRecurring } from '@imperium/contract/sales/sales-recurring.ts'
import type { RecurringInvoice } from '@imperium/contract/sales/sales-recurring.ts'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import type { FakeApi } from '../../testing/fake-api.ts'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'
import { detail, invoice, invoiceStats, order, settings } from './test-examples.ts'

const quotation: SalesQuotation = {
  ...order,
  number: 'QT/26-27/00001',
  status: 'Sent',
  validUntil: '2026-12-24',
  sentAt: at,
  decidedAt: null,
}
const product: SalesProduct = {
  id: id(9),
  name: 'Desk',
  sku: 'D-1',
  code: '9403',
  currency: 'INR',
  unitPrice: 120_50,
  prices: [],
  unit: '',
  taxBasisPoints: 1_800,
  taxCategory: 'standard',
  stock: 5,
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
}
const recurring: RecurringInvoice = {
  id: id(10),
  status: 'Active',
  contactId: id(3),
  customer: 'Ada Buyer',
  currency: 'INR',
  amount: 118_000,
  every: 'month',
  interval: 1,
  startsOn: '2026-11-30',
  nextOn: '2026-12-30',
  endsOn: null,
  mode: 'send',
  made: 1,
  failure: '',
  createdAt: at,
  updatedAt: at,
}
const quotationStats = (api: FakeApi) =>
  api.give(salesQuotations.stats, { total: 3, sent: 1, accepted: 1, openAmount: 118_000, currency: 'INR' })
const orderStats = (api: FakeApi) =>
  api.give(salesOrders.stats, { total: 4, pending: 1, confirmed: 0, completed: 1, value: 236_000, currency: 'INR' })

testStates('sales orders', {
  place: 'sales-order',
  heading: 'Sales Orders',
  list: salesOrders.list,
  others: orderStats,
  loadFailed: 'Orders could not be loaded',
  empty: { data: [], texts: 'No sales orders yet' },
  noMatch: { place: 'sales-order?status=Completed', texts: 'No matches' },
  filled: { data: [order], texts: ['SO/26-27/00001', 'Ada Buyer', '₹1,180.00', '₹2,360.00'] },
  forbidden: { role: 'VIEWER', texts: 'SO/26-27/00001' },
})

testStates('sales invoices', {
  place: 'sales-invoice',
  heading: 'Sales Invoices',
  list: salesInvoices.list,
  others: invoiceStats,
  loadFailed: 'Invoices could not be loaded',
  empty: { data: [], texts: 'No sales invoices yet' },
  noMatch: { place: 'sales-invoice?q=zzz', texts: 'No matches' },
  filled: { data: [invoice], texts: ['INV/26-27/00001', 'SO/26-27/00001', '₹5,000.00', '₹700.00'] },
  forbidden: { role: 'VIEWER', texts: 'INV/26-27/00001' },
})

testStates('quotations', {
  place: 'sales-quotation',
  heading: 'Quotations',
  list: salesQuotations.list,
  others: quotationStats,
  loadFailed: 'Quotations could not be loaded',
  empty: { data: [], texts: 'No quotations yet' },
  noMatch: { place: 'sales-quotation?status=Declined', texts: 'No matches' },
  filled: { data: [quotation], texts: ['QT/26-27/00001', 'Ada Buyer', '₹1,180.00'] },
  forbidden: { role: 'VIEWER', texts: 'QT/26-27/00001' },
})

testStates('products', {
  place: 'sales-product',
  heading: 'Products',
  list: salesProducts.list,
  others: () => undefined,
  loadFailed: 'Products could not be loaded',
  empty: { data: [], texts: 'No products yet' },
  noMatch: { place: 'sales-product?q=zzz', texts: 'No matches' },
  filled: { data: [product], texts: ['Desk', 'D-1', '₹120.50'] },
  forbidden: { role: 'VIEWER', texts: 'Desk' },
})

testStates('recurring invoices', {
  place: 'sales-recurring',
  heading: 'Recurring Invoices',
  list: salesRecurring.list,
  others: () => undefined,
  loadFailed: 'Recurring invoices could not be loaded',
  empty: { data: [], texts: 'No recurring invoices yet' },
  noMatch: { place: 'sales-recurring?q=zzz', texts: 'No matches' },
  filled: { data: [recurring], texts: ['Ada Buyer', 'Every month', '₹1,180.00'] },
  forbidden: { role: 'VIEWER', texts: 'Ada Buyer' },
})

test('a product fills the line that it is chosen in', async () => {
  const api = openScreen('sales-quotation?create=true', {}, (on) => {
    quotationStats(on)
    on.give(salesQuotations.list, [])
    on.give(contacts.list, [])
    on.give(salesProducts.list, [product])
    on.give(salesSettings.read, settings)
  })
  const dialog = await screen.findByRole('dialog', { name: 'New Quotation' })
  const description = within(dialog).getByLabelText<HTMLInputElement>(/^Description/, { selector: 'input' })
  fireEvent.focus(description)
  fireEvent.click(description)
  fireEvent.click(await screen.findByRole('option', { name: 'Desk · D-1', hidden: true }))
  await waitFor(() => expect(description.value).toBe('Desk'))
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Unit price' }).value).toBe('120.5')
  expect(within(dialog).getByLabelText('Totals').textContent).toContain('₹142.20')
  expect(api.sent(salesQuotations.create)).toEqual([])
})

test('an order is created in minor units, with the totals of the server’s function in sight', async () => {
  const api = openScreen('sales-order?create=true', {}, (on) => {
    orderStats(on)
    on.give(salesOrders.list, [])
    on.give(contacts.list, [])
    on.give(salesSettings.read, settings)
  })
  const dialog = await screen.findByRole('dialog', { name: 'New Sales Order' })
  const type = (name: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(new RegExp(`^${name}`), { selector: 'input' }), { target: { value } })
  type('Description', 'Consulting')
  type('Unit price', '500.5')
  type('Quantity', '2')
  type('Tax %', '18')
  const sums = within(dialog).getByLabelText('Totals')
  expect(sums.textContent).toContain('CGST 9 %₹90.09SGST 9 %₹90.09')
  expect(sums.textContent).toContain('₹1,181.18')
  fireEvent.submit(
    within(dialog)
      .getByLabelText(/^Description/, { selector: 'input' })
      .closest('form')!,
  )
  await waitFor(() => expect(within(dialog).getByRole('combobox', { name: 'Customer' }).getAttribute('aria-invalid')).toBe('true'))
  expect(api.sent(salesOrders.create)).toEqual([])
})

test('a sent quotation shows when it was sent, its lines and its order', async () => {
  openScreen(`sales-quotation?quotation=${quotation.id}`, {}, (on) => {
    quotationStats(on)
    on.give(salesQuotations.list, [quotation])
    on.give(salesQuotations.read, {
      ...quotation,
      lines: detail.lines,
      discountBasisPoints: 0,
      discountAmount: 0,
      taxes: detail.taxes,
      roundOff: 0,
      declineReason: '',
      publicUrl: 'https://example.com/quote/x',
      missingLetters: [],
      status: 'Accepted',
      decidedBy: 'Ada Buyer',
      order: { id: order.id, number: order.number, status: 'Pending' },
    })
  })
  const panel = await screen.findByRole('dialog', { name: /QT\/26-27\/00001/ })
  expect(await within(panel).findByText('Answered by')).toBeDefined()
  expect(within(panel).getByText('Sent').nextSibling?.textContent).toMatch(/20\d\d$/)
  expect(within(panel).getByRole('link', { name: order.number }).getAttribute('href')).toContain(`order=${order.id}`)
})

test('an import shows the rows with faults before it creates anything', async () => {
  const faults = [{ line: 3, column: 'Unit price', message: 'Unit price is required' }]
  const api = openScreen('sales-invoice', {}, (on) => {
    invoiceStats(on)
    on.give(salesInvoices.list, [])
    const cells = [{ line: 2, column: 'Unit price', text: '1.234,50', stored: '1234.50', currency: 'EUR' }]
    const items = [{ line: 2, name: 'Ada', amount: 146_906, currency: 'EUR' }]
    on.give(salesInvoices.importList, { created: 2, updated: 0, faults, cells, items })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import invoices' })
  expect(within(dialog).getByRole('link', { name: 'Example file' }).getAttribute('href')).toContain('Reference%2CContact')
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')!
  fireEvent.change(input, { target: { files: [new File(['"Contact"'], 'may.csv', { type: 'text/csv' })] } })
  const table = await within(dialog).findByRole('table', { name: 'Rows with faults' })
  expect(table.textContent).toContain('3Unit priceUnit price is required')
  const stored = within(dialog).getByRole('region', { name: 'Numbers and days as they will be stored' })
  expect(stored.textContent).toContain('2Unit price1.234,50€1,234.50')
  expect(dialog.textContent).toContain('Together: €1,469.06')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Import 2 entries' }))
  await waitFor(() => expect(api.sent(salesInvoices.importList).map(({ query }) => query)).toEqual([{ check: 'true' }, { check: 'false' }]))
})
