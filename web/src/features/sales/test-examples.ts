import type { SalesInvoice, SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { at, id } from '../../testing/person-of.ts'

const customer = {
  contactId: id(3),
  customer: 'Ada Buyer',
  customerEmail: 'ada@example.com',
  customerAddress: '',
  customerTaxId: '',
  customerCountry: '',
  placeOfSupply: null,
  supplyType: 'regular',
} as const
const totals = { currency: 'INR', subtotal: 100_000, discount: 0, tax: 18_000, amount: 118_000 } as const
export const order: SalesOrder = {
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
export const invoice: SalesInvoice = {
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
  buyerReference: '',
  exchangeRate: null,
  ...totals,
  paid: 0,
  credited: 0,
  released: 0,
  paymentMethod: null,
  createdAt: at,
  updatedAt: at,
}
export const detail: SalesInvoiceDetail = {
  ...invoice,
  lines: [
    {
      description: 'consulting',
      code: '',
      productId: null,
      quantity: 2,
      unit: '',
      unitPrice: 50_000,
      discountBasisPoints: 0,
      discountAmount: 0,
      taxBasisPoints: 1_800,
      taxCategory: 'standard',
      orderLine: null,
      amount: 100_000,
      taxable: 100_000,
    },
  ],
  discountBasisPoints: 0,
  discountAmount: 0,
  taxes: [{ kind: 'IGST', basisPoints: 1_800, base: 100_000, amount: 18_000 }],
  roundOff: 0,
  payments: [],
  creditNotes: [],
  eInvoice: null,
  voidReason: '',
  missing: [],
  overpaid: 0,
  payUrl: 'https://example.com/pay/x',
  missingLetters: [],
}
export const noCredit = { contactId: id(3), customer: 'Ada Buyer', balances: [], moves: [] }
export const settings: SalesSettings = {
  currency: 'INR',
  taxRegime: 'GST',
  taxId: '27AAPFU0939F1ZV',
  isComposition: false,
  lutNumber: '',
  iban: '',
  bic: '',
  roundTotal: false,
  quotationPrefix: 'QT',
  quotationDays: 30,
  orderPrefix: 'SO',
  invoicePrefix: 'INV',
  creditPrefix: 'CN',
  receiptPrefix: 'RV',
  yearStartMonth: 4,
  paymentDays: 30,
  footer: '',
  accent: null,
  hasLogo: false,
  updatedAt: at,
}
export const invoiceStats = (api: FakeApi) =>
  api.give(salesInvoices.stats, {
    total: 6,
    draft: 1,
    paid: 2,
    pending: 2,
    overdue: 1,
    credited: 0,
    paidAmount: 500_000,
    pendingAmount: 300_000,
    overdueAmount: 70_000,
    currency: 'INR',
  })
