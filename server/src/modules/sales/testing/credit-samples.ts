import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'
import { bodyOf } from './samples.ts'

const advance = async ({ create }: Setting): Promise<{ contactId: string; amount: number; currency: string; method: string }> => ({
  contactId: String((await create('contacts.create'))['id']),
  amount: 50_000,
  currency: 'INR',
  method: 'Bank transfer',
})

/** An open invoice of a customer who paid something in advance. */
async function withCredit(setting: Setting): Promise<Sample> {
  const body = { ...(await bodyOf(setting)), currency: 'INR' }
  const params = { id: String((await setting.run('sales-invoices.create', { body }))['id']) }
  await setting.run('sales-invoices.issue', { params })
  await setting.run('sales-credits.advance', {
    body: { contactId: (body as Record<string, unknown>)['contactId'], amount: 50_000, currency: 'INR', method: 'Cash' },
  })
  return { params, body: {} }
}

export const samples: Samples<'sales-credits'> = {
  'sales-credits.read': async ({ create }) => ({ query: { contactId: String((await create('contacts.create'))['id']) } }),
  'sales-credits.advance': async (setting) => ({ body: await advance(setting) }),
  'sales-credits.refund': async (setting) => {
    const body = await advance(setting)
    await setting.run('sales-credits.advance', { body })
    return { body }
  },
  'sales-credits.apply': withCredit,
}
