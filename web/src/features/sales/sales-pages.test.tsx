import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesInvoice, SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import type { FakeApi } from '../../testing/fake-api.ts'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

const customer = {
  contactId: id(3),
  customer: 'Ada Buyer',
  customerEmail: 'ada@example.com',
  customerAddress: '',
  customerTaxId: '',
  placeOfSupply: null,
}
const totals = { currency: 'INR', subtotal: 100_000, tax: 18_000, amount: 118_000 } as const
const order: SalesOrder = {
  id: id(7),
  number: 'SO/26-27/00001',
  ...customer,
  status: 'Pending',
  date: '2026-11-24',
  items: 1,
  notes: '',
  ...totals,
  createdAt: at,
  updatedAt: at,
}
const invoice: SalesInvoice = {
  id: id(8),
  number: 'INV/26-27/00001',
  ...customer,
  orderId: id(7),
  orderRef: order.number,
  status: 'Pending',
  notes: '',
  date: '2026-11-24',
  dueDate: '2026-12-24',
  reverseCharge: false,
  ...totals,
  paid: 0,
  credited: 0,
  paymentMethod: null,
  createdAt: at,
  updatedAt: at,
}
const detail: SalesInvoiceDetail = {
  ...invoice,
  lines: [{ description: 'Consulting', code: '', quantity: 2, unitPrice: 50_000, taxBasisPoints: 1_800, amount: 100_000 }],
  taxes: [{ kind: 'IGST', basisPoints: 1_800, base: 100_000, amount: 18_000 }],
  roundOff: 0,
  payments: [],
  creditNotes: [],
  voidReason: '',
}
const orderStats = (api: FakeApi) =>
  api.give(salesOrders.stats, { total: 4, pending: 1, confirmed: 0, completed: 1, value: 236_000, currency: 'INR' })
const invoiceStats = (api: FakeApi) =>
  api.give(salesInvoices.stats, {
    total: 6,
    draft: 1,
    paid: 2,
    pending: 2,
    overdue: 1,
    paidAmount: 500_000,
    pendingAmount: 300_000,
    overdueAmount: 70_000,
    currency: 'INR',
  })

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

test('an order is created in minor units, with the totals of the server’s function in sight', async () => {
  const api = openScreen('sales-order?create=true', {}, (on) => {
    orderStats(on)
    on.give(salesOrders.list, [])
    on.give(contacts.list, [])
    on.give(salesSettings.read, {
      currency: 'INR',
      taxRegime: 'GST',
      taxId: '27AAPFU0939F1ZV',
      roundTotal: false,
      orderPrefix: 'SO',
      invoicePrefix: 'INV',
      creditPrefix: 'CN',
      yearStartMonth: 4,
      paymentDays: 30,
      footer: '',
      updatedAt: at,
    })
  })
  const dialog = await screen.findByRole('dialog', { name: 'New Sales Order' })
  const type = (name: string, value: string) => fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } })
  type('Description', 'Consulting')
  type('Unit price', '500.5')
  type('Quantity', '2')
  type('Tax %', '18')
  const sums = within(dialog).getByLabelText('Totals')
  expect(sums.textContent).toContain('CGST 9 %₹90.09SGST 9 %₹90.09')
  expect(sums.textContent).toContain('₹1,181.18')
  fireEvent.submit(within(dialog).getByRole('textbox', { name: 'Description' }).closest('form')!)
  await waitFor(() => expect(within(dialog).getByRole('combobox', { name: 'Customer' }).getAttribute('aria-invalid')).toBe('true'))
  expect(api.sent(salesOrders.create)).toEqual([])
})

test('a payment of the rest is recorded from the panel', async () => {
  const api = openScreen(`sales-invoice?invoice=${invoice.id}`, {}, (on) => {
    invoiceStats(on)
    on.give(salesInvoices.list, [invoice])
    on.give(salesInvoices.read, { ...detail, paid: 18_000 })
    on.give(salesInvoices.recordPayment, { ...detail, status: 'Paid', paid: 118_000 })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  const amount = await screen.findByRole('textbox', { name: /^Amount/ })
  expect((amount as HTMLInputElement).value).toBe('1000')
  fireEvent.submit(amount.closest('form')!)
  await waitFor(() =>
    expect(api.sent(salesInvoices.recordPayment)[0]?.body).toEqual({ amount: 100_000, method: 'Bank transfer', reference: '' }),
  )
})
