import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { bodyOf } from './samples.ts'

/** An issued invoice of a seller under VAT, with all that EN 16931 asks. */
async function european(setting: Setting): Promise<Sample> {
  const settings = await setting.run('sales-settings.read', {})
  const { updatedAt: _at, hasLogo: _logo, ...kept } = settings
  await setting.run('sales-settings.update', { body: { ...kept, currency: 'EUR', taxRegime: 'VAT', taxId: 'DE136695976' } })
  const params = { id: setting.org.id }
  await setting.run('organizations.updateProfile', { params, body: { country: 'Germany' } })
  const body = { ...(await bodyOf(setting)), currency: 'EUR', customerCountry: 'DE', customerAddress: 'Hafen 1' }
  const made = { id: String((await setting.run('sales-invoices.create', { body }))['id']) }
  await setting.run('sales-invoices.issue', { params: made })
  return { params: made }
}

export const samples: Samples<'sales-e-invoices'> = {
  'sales-e-invoices.xml': european,
  'sales-e-invoices.facturX': european,
}
