import { idOf } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** Enough for a tax invoice under GST, too. */
const line = { description: 'Consulting', code: '998311', quantity: 2, unitPrice: 150_000, taxBasisPoints: 1_800 }

export async function bodyOf({ create, word }: Setting): Promise<Record<string, unknown>> {
  const contactId = String((await create('contacts.create'))['id'])
  return { contactId, customer: word('Customer'), customerEmail: 'buyer@example.com', placeOfSupply: '27', lines: [line] }
}

async function confirmed(setting: Setting): Promise<Sample> {
  const params = { id: String((await setting.create('sales-orders.create'))['id']) }
  await setting.run('sales-orders.confirm', { params })
  return { params }
}

export const issued =
  (body?: Record<string, unknown>) =>
  async ({ create, run }: Setting): Promise<Sample> => {
    const params = { id: String((await create('sales-invoices.create'))['id']) }
    await run('sales-invoices.issue', { params })
    return { params, ...(body ? { body } : {}) }
  }

async function credited(setting: Setting): Promise<Sample> {
  const sample = await issued({ reason: 'Returned' })(setting)
  const [note] = (await setting.run('sales-invoices.credit', sample))['creditNotes'] as { id: string }[]
  return { params: { ...sample.params, creditNoteId: note?.id ?? '' } }
}

const settings = {
  currency: 'INR',
  taxRegime: 'NONE',
  taxId: '',
  roundTotal: false,
  quotationPrefix: 'QT',
  quotationDays: 30,
  orderPrefix: 'SO',
  invoicePrefix: 'INV',
  creditPrefix: 'CN',
  yearStartMonth: 4,
  paymentDays: 30,
  footer: 'Thank you',
  accent: '#3b46d6',
}

/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const logo: Sample = { file: { type: 'image/png', bytes: Buffer.from(png, 'base64') } }

export const samples: Samples<'sales-orders' | 'sales-invoices' | 'sales-settings'> = {
  'sales-orders.list': () => ({ query: { limit: '2' } }),
  'sales-orders.stats': () => ({}),
  'sales-orders.exportList': () => ({}),
  'sales-orders.importList': () => ({
    file: { type: 'text/csv', bytes: Buffer.from('Contact,Description,Unit price\nnobody@example.com,Advice,10\n') },
  }),
  'sales-orders.create': async (setting) => ({ body: await bodyOf(setting) }),
  'sales-orders.read': idOf('sales-orders.create'),
  'sales-orders.update': async (setting) => ({ ...(await idOf('sales-orders.create')(setting)), body: await bodyOf(setting) }),
  'sales-orders.confirm': idOf('sales-orders.create'),
  'sales-orders.complete': confirmed,
  'sales-orders.cancel': idOf('sales-orders.create'),
  'sales-orders.createInvoice': confirmed,
  'sales-orders.document': idOf('sales-orders.create'),
  'sales-orders.pdf': idOf('sales-orders.create'),
  'sales-invoices.list': () => ({ query: { limit: '2' } }),
  'sales-invoices.stats': () => ({}),
  'sales-invoices.exportGst': async ({ run, org }) => {
    await run('organizations.updateProfile', { params: { id: org.id }, body: { address: '1 Marine Drive', city: 'Mumbai' } })
    await run('sales-settings.update', { body: { ...settings, taxRegime: 'GST', taxId: '27AAPFU0939F1ZV' } })
    return { query: { month: '2026-11' } }
  },
  'sales-invoices.setEInvoice': async (setting) => {
    const irn = (setting.word('irn') + setting.org.id)
      .replaceAll(/[^0-9a-f]/g, '')
      .padEnd(64, '0')
      .slice(-64)
    return issued({ irn, ackNumber: '112010036563310', ackDate: '2026-11-05', signedQr: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' })(setting)
  },
  'sales-invoices.exportList': () => ({}),
  'sales-invoices.importList': () => ({
    file: { type: 'text/csv', bytes: Buffer.from('Contact,Description,Unit price\nnobody@example.com,Advice,10\n') },
  }),
  'sales-invoices.create': async (setting) => ({ body: await bodyOf(setting) }),
  'sales-invoices.read': idOf('sales-invoices.create'),
  'sales-invoices.update': async (setting) => ({ ...(await idOf('sales-invoices.create')(setting)), body: await bodyOf(setting) }),
  'sales-invoices.remove': idOf('sales-invoices.create'),
  'sales-invoices.issue': idOf('sales-invoices.create'),
  'sales-invoices.send': issued(),
  'sales-invoices.recordPayment': issued({ amount: 1_000, method: 'UPI' }),
  'sales-invoices.findMissingLetters': () => ({ body: { text: 'ไทย' } }),
  'sales-invoices.credit': issued({ reason: 'Returned' }),
  'sales-invoices.void': issued({ reason: 'Wrong customer' }),
  'sales-invoices.document': idOf('sales-invoices.create'),
  'sales-invoices.pdf': idOf('sales-invoices.create'),
  'sales-invoices.remind': issued(),
  'sales-invoices.revokeLink': issued(),
  'sales-invoices.creditDocument': credited,
  'sales-invoices.creditPdf': credited,
  'sales-settings.read': () => ({}),
  'sales-settings.update': () => ({ body: settings }),
  'sales-settings.logo': async ({ run }) => {
    await run('sales-settings.setLogo', logo)
    return {}
  },
  'sales-settings.setLogo': () => logo,
  'sales-settings.removeLogo': () => ({}),
  'sales-settings.readPayments': () => ({}),
  'sales-settings.updatePayments': () => ({ body: { provider: 'sandbox' } }),
}

const two =
  (operation: 'sales-orders.create' | 'sales-invoices.create') =>
  async ({ create }: Setting): Promise<Sample> => {
    await create(operation)
    await create(operation)
    return {}
  }

/** At least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: PagedSamples = {
  'sales-orders.list': two('sales-orders.create'),
  'sales-invoices.list': two('sales-invoices.create'),
}
