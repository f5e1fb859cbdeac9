import { idOf } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { payPath, quotePath, webhookUrl } from '../links/sales-link.ts'
import { sandboxCall } from '../payments/sandbox-links.ts'
import { bodyOf, issued } from './samples.ts'

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const form = (text: string) => ({ type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) })

async function sent(setting: Setting): Promise<Sample> {
  const params = { id: String((await setting.create('sales-quotations.create'))['id']) }
  await setting.run('sales-quotations.send', { params })
  return { params }
}

async function quoted(setting: Setting): Promise<Sample> {
  const { params } = await sent(setting)
  return { params: { token: lastPart(quotePath(setting.t.platform, setting.org.id, { id: params?.['id'] ?? '', link_version: 0 })) } }
}

async function invoiced(setting: Setting): Promise<Sample> {
  const { params } = await issued()(setting)
  return { params: { token: lastPart(payPath(setting.t.platform, setting.org.id, { id: params?.['id'] ?? '', link_version: 0 })) } }
}

const product = ({ word }: Setting) => ({ name: word('Product'), unitPrice: 1_000 })

async function recurring(setting: Setting): Promise<Record<string, unknown>> {
  return { ...(await bodyOf(setting)), every: 'month', startsOn: '2099-01-31' }
}

const period = async ({ create }: Setting): Promise<Sample> => ({
  query: { contactId: String((await create('contacts.create'))['id']), from: '2026-01-01', to: '2026-12-31' },
})

export const samples: Samples<'sales-quotations' | 'sales-products' | 'sales-recurring' | 'sales-statements' | 'sales-pages'> = {
  'sales-quotations.list': () => ({ query: { limit: '2' } }),
  'sales-quotations.stats': () => ({}),
  'sales-quotations.exportList': () => ({}),
  'sales-quotations.create': async (setting) => ({ body: await bodyOf(setting) }),
  'sales-quotations.read': idOf('sales-quotations.create'),
  'sales-quotations.update': async (setting) => ({
    ...(await idOf('sales-quotations.create')(setting)),
    body: await bodyOf(setting),
  }),
  'sales-quotations.remove': idOf('sales-quotations.create'),
  'sales-quotations.send': idOf('sales-quotations.create'),
  'sales-quotations.revokeLink': sent,
  'sales-quotations.accept': sent,
  'sales-quotations.decline': async (setting) => ({ ...(await sent(setting)), body: { reason: 'Too late' } }),
  'sales-quotations.copy': idOf('sales-quotations.create'),
  'sales-quotations.document': idOf('sales-quotations.create'),
  'sales-quotations.pdf': idOf('sales-quotations.create'),
  'sales-products.list': () => ({ query: { limit: '2' } }),
  'sales-products.exportList': () => ({}),
  'sales-products.importList': ({ word }) => ({
    file: { type: 'text/csv', bytes: Buffer.from(`Name,SKU,Unit price\n${word('Imported')},,10.00\n`) },
  }),
  'sales-products.create': (setting) => ({ body: product(setting) }),
  'sales-products.read': idOf('sales-products.create'),
  'sales-products.update': async (setting) => ({ ...(await idOf('sales-products.create')(setting)), body: product(setting) }),
  'sales-products.archive': idOf('sales-products.create'),
  'sales-products.restore': idOf('sales-products.create'),
  'sales-recurring.list': () => ({ query: { limit: '2' } }),
  'sales-recurring.create': async (setting) => ({ body: await recurring(setting) }),
  'sales-recurring.read': idOf('sales-recurring.create'),
  'sales-recurring.update': async (setting) => ({ ...(await idOf('sales-recurring.create')(setting)), body: await recurring(setting) }),
  'sales-recurring.pause': idOf('sales-recurring.create'),
  'sales-recurring.resume': async (setting) => {
    const sample = await idOf('sales-recurring.create')(setting)
    await setting.run('sales-recurring.pause', sample)
    return sample
  },
  'sales-recurring.remove': idOf('sales-recurring.create'),
  'sales-statements.read': period,
  'sales-statements.pdf': period,
  'sales-pages.openQuotation': quoted,
  'sales-pages.answerQuotation': async (setting) => ({ ...(await quoted(setting)), file: form('do=accept&name=Ada') }),
  'sales-pages.quotationPdf': quoted,
  'sales-pages.openInvoice': invoiced,
  'sales-pages.startPayment': async (setting) => ({ ...(await invoiced(setting)), file: form('do=pay') }),
  'sales-pages.invoicePdf': invoiced,
  'sales-pages.receivePayment': async (setting) => {
    const { platform } = setting.t
    await setting.run('sales-settings.updatePayments', { body: { provider: 'sandbox' } })
    const order = { id: 'unknown', providerId: 'plink_unknown', amount: 100, currency: 'INR' }
    const { body, signature } = sandboxCall(platform, order)
    return {
      params: { token: lastPart(webhookUrl(platform, setting.org.id)) },
      file: { type: 'application/json', bytes: Buffer.from(body) },
      headers: { 'x-razorpay-signature': signature },
    }
  },
}

const two =
  (operation: 'sales-quotations.create' | 'sales-products.create' | 'sales-recurring.create') =>
  async ({ create }: Setting): Promise<Sample> => {
    await create(operation)
    await create(operation)
    return {}
  }

/** At least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: PagedSamples = {
  'sales-quotations.list': two('sales-quotations.create'),
  'sales-products.list': two('sales-products.create'),
  'sales-recurring.list': two('sales-recurring.create'),
}
