import { newId } from '../../../platform/ids.ts'
import { writeUbl } from '../../../platform/e-invoices/write-ubl.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const party = (name: string, vatId: string, country: string) => ({ name, vatId, country, street: '', city: '', email: '' })
const line = {
  id: '1',
  name: 'Paper',
  quantity: 1,
  unit: 'C62',
  price: 10_00,
  discount: 0,
  amount: 10_00,
  category: 'S',
  basisPoints: 1_900,
} as const

/** An e-invoice of a supplier; each time another one. */
const eInvoice = () => ({
  type: 'application/xml',
  bytes: Buffer.from(
    writeUbl({
      kind: 'invoice',
      number: newId(),
      date: '2026-11-29',
      dueDate: '2026-12-29',
      currency: 'EUR',
      note: '',
      buyerReference: '',
      orderReference: '',
      preceding: null,
      seller: party('Supplier', 'DE136695976', 'DE'),
      buyer: party('Buyer', '', 'DE'),
      payment: null,
      lines: [line],
      allowances: [],
      vat: [{ category: 'S', basisPoints: 1_900, taxable: 10_00, amount: 1_90, reason: '' }],
      totals: { lines: 10_00, allowances: 0, net: 10_00, vat: 1_90, gross: 11_90, prepaid: 0, rounding: 0, payable: 11_90 },
    }),
  ),
})

async function read({ run }: Setting): Promise<Sample> {
  return { params: { id: String((await run('sales-expenses.importEInvoice', { file: eInvoice() }))['id']) } }
}

export const samples: Samples<'sales-expenses'> = {
  'sales-expenses.list': () => ({ query: { limit: '2' } }),
  'sales-expenses.importEInvoice': () => ({ file: eInvoice() }),
  'sales-expenses.record': read,
  'sales-expenses.remove': read,
}

/** At least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: PagedSamples = {
  'sales-expenses.list': async (setting) => {
    await read(setting)
    await read(setting)
    return {}
  },
}
