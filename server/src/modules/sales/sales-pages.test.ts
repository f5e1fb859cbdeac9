import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import type { SalesQuotationDetail } from '@imperium/contract/sales/sales-quotations.ts'
import type { RecurringInvoice, RecurringInvoiceDetail } from '@imperium/contract/sales/sales-recurring.ts'
import type { SalesPaymentAccount } from '@imperium/contract/sales/sales-settings.ts'
import type { SalesStatement } from '@imperium/contract/sales/sales-statements.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { occurrence } from './documents/sales-days.ts'
import { emailDocumentJob } from './mail/email-document-job.ts'
import { sandboxCall } from './payments/sandbox-links.ts'
import { createStripeCheckout } from './payments/stripe-checkout.ts'
import { expireQuotations } from './quotations/expire-tick.ts'
import { makeRecurringInvoices } from './recurring/recurring-tick.ts'

let t: TestApp
let owner: TestUser
let contactId: string
const clock = createFakeClock()
const dayMs = 86_400_000

beforeAll(async () => {
  t = await createTestApp({ clock })
  owner = await t.register()
  const made = await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', lastName: 'Buyer', email: 'ada@example.com' })
  contactId = made.body.data.id
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const line = { description: 'Consulting <b>', quantity: 2, unitPrice: 500_00 }
const today = () => clock.now().toISOString().slice(0, 10)
const body = (more: object = {}) => ({ contactId, lines: [line], ...more })
const pathOf = (url: string | null) => new URL(url ?? '').pathname
const open = (path: string) => t.app.inject({ url: path })
const press = (path: string, form: string) =>
  t.app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: form })
const pdf = async (path: string) => {
  const reply = await t.app.inject({ url: path, headers: { authorization: `Bearer ${owner.token}` } })
  return reply.rawPayload.subarray(0, 5).toString()
}

const quotation = async (more: object = {}) => (await call<SalesQuotationDetail>('POST', '/sales-quotations', body(more))).body.data
const sentQuotation = async (more: object = {}) => {
  const { id } = await quotation(more)
  return (await call<SalesQuotationDetail>('POST', `/sales-quotations/${id}/send`)).body.data
}
const readQuotation = async (id: string) => (await call<SalesQuotationDetail>('GET', `/sales-quotations/${id}`)).body.data
const invoice = async (more: object = {}) => {
  const { id } = (await call<SalesInvoiceDetail>('POST', '/sales-invoices', body(more))).body.data
  return (await call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/issue`)).body.data
}
const readInvoice = async (id: string) => (await call<SalesInvoiceDetail>('GET', `/sales-invoices/${id}`)).body.data

describe('quotations', () => {
  test('are changed as drafts only; sent, they are frozen in the database', async () => {
    const draft = await quotation()
    expect(draft).toMatchObject({ status: 'Draft', publicUrl: null, amount: 1_000_00, items: 1 })
    expect(draft.number).toMatch(/^QT\/\d\d-\d\d\/00001$/)
    const path = `/sales-quotations/${draft.id}`
    expect((await call('PATCH', path, body({ validUntil: '2020-01-01' }))).status).toBe(422)
    expect((await call('PATCH', path, body({ notes: 'Hi', updatedAt: draft.updatedAt }))).status).toBe(200)
    expect((await call('POST', `${path}/accept`)).status).toBe(409)
    expect((await call('POST', `${path}/send`)).status).toBe(200)
    expect((await call('PATCH', path, body())).status).toBe(409)
    expect((await call('DELETE', path)).status).toBe(409)
    await expect(t.owner.query('update app.sales_quotations set amount = 1 where id = $1', [draft.id])).rejects.toThrow('cannot be changed')
    expect(await pdf(`/api${path}/pdf`)).toBe('%PDF-')
    const copy = (await call<SalesQuotationDetail>('POST', `${path}/copy`)).body.data
    expect(copy).toMatchObject({ status: 'Draft', amount: 1_000_00, notes: 'Hi' })
    expect((await call('DELETE', `/sales-quotations/${copy.id}`)).status).toBe(200)
  })

  test('are accepted by the customer on a page without account and scripts, and become one order', async () => {
    const { id, publicUrl, number } = await sentQuotation()
    const path = pathOf(publicUrl)
    const page = await open(path)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^;]+; form-action 'self'/)
    expect(page.body).toContain(number)
    expect(page.body).toContain('Consulting &#60;b')
    expect(page.body).not.toContain('<script')
    expect((await readQuotation(id)).status).toBe('Sent')
    expect((await press(path, 'do=accept&name=%20')).statusCode).toBe(422)
    const both = await Promise.all([
      press(path, 'do=accept&name=Ada'),
      press(path, 'do=decline&reason=No'),
      press(path, 'do=accept&name=Ada'),
    ])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    const read = await readQuotation(id)
    const orders = await t.owner.query('select order_id from app.sales_quotations where id = $1 and order_id is not null', [id])
    expect(['Accepted', 'Declined']).toContain(read.status)
    expect(orders.rowCount).toBe(read.status === 'Accepted' ? 1 : 0)
    expect((await call('POST', `/sales-quotations/${id}/accept`)).status).toBe(409)
    expect((await open(`${path}/pdf`)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('are decided once: accepted twice they are one order; declined they say why', async () => {
    const accepted = await sentQuotation()
    await press(pathOf(accepted.publicUrl), 'do=accept&name=Ada+Buyer')
    await press(pathOf(accepted.publicUrl), 'do=accept&name=Eve')
    const { rows: evidence } = await t.owner.query(
      `select actor_kind, actor_name, ip_address as ip, user_agent <> $$$$ as has_browser, after from app.audit_log
       where action like 'sales-quotations.%ByLink' and target_id = $1`,
      [accepted.id],
    )
    expect(evidence).toEqual([
      {
        actor_kind: 'anonymous',
        actor_name: 'Ada Buyer',
        ip: '127.0.0.1',
        has_browser: true,
        after: { linkVersion: expect.any(Number) as number, documentSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      },
    ])
    const read = await readQuotation(accepted.id)
    expect(read).toMatchObject({ status: 'Accepted', decidedBy: 'Ada Buyer', order: { status: 'Pending' } })
    expect((await call<SalesOrder>('GET', `/sales-orders/${read.order?.id}`)).body.data).toMatchObject({ amount: 1_000_00, items: 1 })
    expect((await open(pathOf(accepted.publicUrl))).body).toContain('You have accepted this quotation')
    const declined = await sentQuotation()
    await press(pathOf(declined.publicUrl), 'do=decline&reason=Too+dear')
    expect(await readQuotation(declined.id)).toMatchObject({ status: 'Declined', declineReason: 'Too dear', order: null })
    const events = await t.owner.query(`select type from app.outbox where payload->>'quotationId' in ($1, $2) order by type`, [
      accepted.id,
      declined.id,
    ])
    expect(events.rows.map(({ type }: { type: string }) => type)).toEqual(['quotation.accepted', 'quotation.declined'])
  })

  test('keep a name that is cut at its greatest length without half a character', async () => {
    const { id, publicUrl } = await sentQuotation()
    await press(pathOf(publicUrl), `do=accept&name=${'a'.repeat(119)}${encodeURIComponent('😀')}`)
    const { rows } = await t.owner.query(
      `select actor_name from app.audit_log where action = 'sales-quotations.acceptByLink' and target_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ actor_name: 'a'.repeat(119) }])
    expect((await readQuotation(id)).decidedBy).toBe('a'.repeat(119))
  })

  test('cannot be accepted after their last day, and a changed link leads nowhere', async () => {
    const { id, publicUrl } = await sentQuotation({ validUntil: today() })
    const path = pathOf(publicUrl)
    clock.advance(2 * dayMs)
    await press(path, 'do=accept&name=Ada')
    const page = await open(path)
    await expireQuotations(t.platform)
    clock.advance(-2 * dayMs)
    expect(page.body).toContain('no longer valid')
    expect(await readQuotation(id)).toMatchObject({ status: 'Expired', order: null })
    const token = path.slice('/quote/'.length)
    const flipped = token.slice(0, 10) + (token[10] === 'a' ? 'b' : 'a') + token.slice(11)
    for (const wrong of [`/quote/${flipped}`, `/quote/${token}A`, `/quote/x`, `/pay/${token}`, `/quote/${flipped}/pdf`])
      expect((await open(wrong)).statusCode).toBe(404)
    const draft = await quotation()
    await t.owner.query(`update app.sales_quotations set valid_until = '2020-01-01' where id = $1`, [draft.id])
    expect((await call('POST', `/sales-quotations/${draft.id}/send`)).status).toBe(409)
  })

  test('are read by viewers, sent by members, and unknown to others', async () => {
    const { id } = await sentQuotation()
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    const stranger = await t.register()
    expect((await call('GET', `/sales-quotations/${id}`, undefined, viewer)).status).toBe(200)
    expect((await call('POST', `/sales-quotations/${id}/accept`, undefined, viewer)).status).toBe(403)
    expect((await call('GET', `/sales-quotations/${id}`, undefined, stranger)).status).toBe(404)
    expect((await call('PUT', '/sales-settings/payments', { provider: 'sandbox' }, viewer)).status).toBe(403)
  })
})

describe('the page of an invoice', () => {
  test('is paid at the sandbox once, however often the provider tells it', async () => {
    const { id, payUrl } = await invoice()
    const path = pathOf(payUrl)
    expect((await open(path)).body).not.toContain('value="pay"')
    const account = (await call<SalesPaymentAccount>('PUT', '/sales-settings/payments', { provider: 'sandbox' })).body.data
    expect((await open(path)).body).toContain('value="pay"')
    const there = (await press(path, 'do=pay')).headers.location ?? ''
    expect((await open(there)).body).toContain('no money moves')
    const checkout = new URL(there, 'http://x').searchParams.get('checkout') ?? ''
    const { rows } = await t.owner.query<{ provider_id: string }>('select provider_id from app.sales_checkouts where id = $1', [checkout])
    const report = sandboxCall(t.platform, { id: checkout, providerId: rows[0]?.provider_id ?? '', amount: 1_000_00, currency: 'INR' })
    const tell = (signature = report.signature) =>
      t.app.inject({
        method: 'POST',
        url: pathOf(account.webhookUrl),
        headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
        payload: report.body,
      })
    expect((await tell('0'.repeat(64))).statusCode).toBe(401)
    const replies = await Promise.all(Array.from({ length: 20 }, () => tell()))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const paid = await readInvoice(id)
    expect(paid).toMatchObject({ status: 'Paid', paid: 1_000_00, paymentMethod: 'Online', overpaid: 0 })
    expect(paid.payments).toHaveLength(1)
    const again = sandboxCall(t.platform, { id: checkout, providerId: 'plink_2', paymentId: 'pay_2', amount: 1_000_00, currency: 'INR' })
    await t.app.inject({
      method: 'POST',
      url: pathOf(account.webhookUrl),
      headers: { 'content-type': 'application/json', 'x-razorpay-signature': again.signature },
      payload: again.body,
    })
    expect(await readInvoice(id)).toMatchObject({ paid: 1_000_00, overpaid: 1_000_00 })
    expect((await open(path)).body).toContain('Paid. Thank you!')
    const events = await t.owner.query(`select from app.outbox where type = 'invoice.paid' and payload->>'invoiceId' = $1`, [id])
    expect(events.rowCount).toBe(1)
  })

  test('takes the button of the sandbox twice as one payment, also of the rest after a payment in part', async () => {
    const { id, payUrl } = await invoice()
    const path = pathOf(payUrl)
    await call('POST', `/sales-invoices/${id}/payments`, { amount: 400_00, method: 'UPI' })
    const checkout = new URL((await press(path, 'do=pay')).headers.location ?? '', 'http://x').searchParams.get('checkout') ?? ''
    await Promise.all([press(path, `do=sandbox-pay&checkout=${checkout}`), press(path, `do=sandbox-pay&checkout=${checkout}`)])
    const read = await readInvoice(id)
    expect(read).toMatchObject({ status: 'Paid', paid: 1_000_00, overpaid: 0 })
    expect(read.payments.map(({ amount }) => amount)).toEqual([400_00, 600_00])
  })

  test('keys are sealed and never shown; a Stripe call is checked by time and signature', async () => {
    const keys = { provider: 'stripe', secret: 'sk_test_1234567890', webhookSecret: 'whsec_1' }
    const shown = (await call<SalesPaymentAccount>('PUT', '/sales-settings/payments', keys)).body
    expect(shown.data).toMatchObject({ provider: 'stripe', hasSecret: true, hasWebhookSecret: true })
    expect(JSON.stringify(shown)).not.toContain('sk_test')
    const { rows } = await t.owner.query('select payment_secret from app.sales_settings where org_id = $1', [owner.orgId])
    expect(JSON.stringify(rows)).not.toContain('sk_test')
    expect((await call('PUT', '/sales-settings/payments', { provider: 'razorpay', keyId: 'rzp_1' })).status).toBe(422)
    await call('PUT', '/sales-settings/payments', { provider: 'sandbox' })
    const stripe = createStripeCheckout(
      { fetch: async () => Promise.reject(new Error('not called')) },
      { secretKey: 'sk', webhookSecret: 'whsec_1' },
    )
    const session = {
      id: 'cs_1',
      client_reference_id: 'c1',
      payment_status: 'paid',
      payment_intent: 'pi_1',
      amount_total: 500,
      currency: 'eur',
    }
    const payload = JSON.stringify({ type: 'checkout.session.completed', data: { object: session } })
    const seconds = Math.floor(clock.now().getTime() / 1_000)
    const header = (time: number) => `t=${time},v1=${createHmac('sha256', 'whsec_1').update(`${time}.${payload}`).digest('hex')}`
    const read = (signature: string) => stripe.readCall(Buffer.from(payload), () => signature, clock.now())
    expect(read(header(seconds))).toEqual({ paid: { checkoutId: 'c1', paymentId: 'pi_1', amount: 500, currency: 'EUR' } })
    expect(read(header(seconds - 301))).toBeNull()
    expect(read(header(seconds).replace(/.$/, 'x'))).toBeNull()
  })

  test('goes to the customer by mail with the PDF and the link, and a reminder only while something is due', async () => {
    const { id, payUrl, number } = await invoice()
    expect((await call('POST', `/sales-invoices/${id}/remind`)).status).toBe(200)
    const signal = new AbortController().signal
    await emailDocumentJob(t.platform).run({ orgId: owner.orgId, kind: 'reminder', id, language: 'en' }, { id: 'job', signal })
    const { rows } = await t.owner.query<{ data: { letterId: string; sealed: string } }>(
      `select data from pgboss.job where name like 'platform.deliver%Letter' and data->>'orgId' = $1`,
      [owner.orgId],
    )
    const emails = rows.map(({ data }) => JSON.parse(t.platform.keyRing.decrypt(data.sealed, `letter:${data.letterId}`)) as SentEmail)
    const [email] = emails.filter(({ to }) => to === 'ada@example.com')
    expect(email?.subject).toContain(`Reminder: invoice ${number}`)
    expect(email?.text).toContain(payUrl)
    expect(email?.attachments[0]).toMatchObject({ contentType: 'application/pdf', base64: expect.stringMatching(/^JVBERi/) as string })
    await call('POST', `/sales-invoices/${id}/payments`, { amount: 1_000_00, method: 'UPI' })
    expect((await call('POST', `/sales-invoices/${id}/remind`)).status).toBe(409)
  })
})

interface SentEmail {
  to: string
  subject: string
  text: string
  attachments: { name: string; contentType: string; base64: string }[]
}

test('a confirmed order takes its products from the stock, a cancelled one gives them back', async () => {
  const made = await call<SalesProduct>('POST', '/sales-products', { name: 'Desk', sku: 'D-1', unitPrice: 100_00, stock: 3 })
  const { id } = made.body.data
  expect((await call('POST', '/sales-products', { name: 'Other', sku: 'd-1', unitPrice: 1 })).status).toBe(409)
  const order = async (quantity: number) =>
    (await call<SalesOrder>('POST', '/sales-orders', body({ lines: [{ ...line, productId: id, quantity }] }))).body.data.id
  const [first, second] = [await order(2), await order(2)]
  const stock = async () => (await call<SalesProduct>('GET', `/sales-products/${id}`)).body.data.stock
  const both = await Promise.all([first, second].map((each) => call('POST', `/sales-orders/${each}/confirm`)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await stock()).toBe(1)
  const confirmed = both[0]?.status === 200 ? first : second
  await call('POST', `/sales-orders/${confirmed}/cancel`)
  expect(await stock()).toBe(3)
  const unknown = body({ lines: [{ ...line, productId: contactId }] })
  expect((await call('POST', '/sales-orders', unknown)).status).toBe(422)
})

test('products go out as CSV and come back changed by their SKU', async () => {
  const csv =
    'Name,SKU,Unit price,Currency,Other prices,Tax %,Stock\nDesk,D-1,120.50,INR,USD 2.00; EUR 1.80,18,5\nLamp,L-1,10,INR,,0,\n,X,1,INR,,0,\n'
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/sales-products/import',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv' },
    payload: csv,
  })
  expect(reply.json<{ data: SalesImport }>().data).toMatchObject({ created: 1, updated: 1, faults: [{ line: 4 }] })
  const [desk] = (await call<SalesProduct[]>('GET', '/sales-products?q=d-1')).body.data
  expect(desk).toMatchObject({ unitPrice: 120_50, taxBasisPoints: 1_800, stock: 5, prices: [{ currency: 'USD' }, { currency: 'EUR' }] })
  const file = await t.app.inject({ url: '/api/sales-products/export', headers: { authorization: `Bearer ${owner.token}` } })
  expect(file.body.replaceAll('"', '')).toContain('Desk,D-1,,INR,120.50,USD 2.00; EUR 1.80,18,5')
})

describe('recurring invoices', () => {
  test('are made once for each day by two workers, issued and sent, and end', async () => {
    const start = today()
    const endsOn = occurrence(start, { every: 'week' }, 1)
    const made = await call<RecurringInvoice>('POST', '/sales-recurring', body({ every: 'week', startsOn: start, endsOn, mode: 'send' }))
    const { id } = made.body.data
    clock.advance(15 * dayMs)
    const other = await t.openOther()
    await Promise.all([makeRecurringInvoices(t.platform), makeRecurringInvoices(other.platform), makeRecurringInvoices(t.platform)])
    await makeRecurringInvoices(other.platform)
    await other.close()
    clock.advance(-15 * dayMs)
    const read = (await call<RecurringInvoiceDetail>('GET', `/sales-recurring/${id}`)).body.data
    expect(read).toMatchObject({ status: 'Ended', made: 2, nextOn: null, failure: '' })
    expect(read.invoices.map(({ status }) => status)).toEqual(['Pending', 'Pending'])
  })

  test('pause with the reason where an invoice cannot be made', async () => {
    const person = await call<{ id: string }>('POST', '/contacts', { firstName: 'Bea', lastName: 'Gone', email: 'bea@example.com' })
    const made = await call<RecurringInvoice>('POST', '/sales-recurring', {
      ...body({ every: 'month', startsOn: today() }),
      contactId: person.body.data.id,
    })
    await t.owner.query('update app.sales_recurring set contact_id = null where id = $1', [made.body.data.id])
    await makeRecurringInvoices(t.platform)
    const read = (await call<RecurringInvoice>('GET', `/sales-recurring/${made.body.data.id}`)).body.data
    expect(read).toMatchObject({ status: 'Paused', made: 0 })
    expect(read.failure).not.toBe('')
  })

  test('keep currency and pause when edited, make no day twice, and do not hold up other organizations', async () => {
    const terms = body({ every: 'month', startsOn: today(), currency: 'USD' })
    const { id } = (await call<RecurringInvoice>('POST', '/sales-recurring', terms)).body.data
    const read = async () => (await call<RecurringInvoiceDetail>('GET', `/sales-recurring/${id}`)).body.data
    await makeRecurringInvoices(t.platform)
    expect((await read()).made).toBe(1)
    await call('POST', `/sales-recurring/${id}/pause`)
    const { updatedAt, nextOn } = await read()
    const edit = { every: 'month', contactId, lines: [line], endsOn: null, mode: 'draft', updatedAt }
    const again = await call('PATCH', `/sales-recurring/${id}`, { ...edit, startsOn: today() })
    expect([again.status, again.body.errors?.[0]?.path]).toEqual([422, 'startsOn'])
    expect((await call('PATCH', `/sales-recurring/${id}`, { ...edit, startsOn: nextOn })).status).toBe(200)
    expect(await read()).toMatchObject({ currency: 'USD', status: 'Paused' })
    // A row that cannot be made, of the organization that comes first.
    await t.owner.query("update app.sales_recurring set status = 'Active', next_on = $2 where id = $1", [id, today()])
    const other = await t.register()
    const person = await call<{ id: string }>('POST', '/contacts', { firstName: 'Eve', email: 'eve@example.com' }, other)
    const theirs = { contactId: person.body.data.id, lines: [line], every: 'month', startsOn: today() }
    const made = await call<RecurringInvoice>('POST', '/sales-recurring', theirs, other)
    await makeRecurringInvoices(t.platform)
    expect((await call<RecurringInvoice>('GET', `/sales-recurring/${made.body.data.id}`, undefined, other)).body.data.made).toBe(1)
    await call('DELETE', `/sales-recurring/${id}`)
  })
})

test('viewers see neither the link that accepts a quotation nor the one that pays an invoice', async () => {
  const viewer = await t.addMember(owner.orgId, 'VIEWER')
  const { id: quotationId } = await sentQuotation()
  const { id: invoiceId } = await invoice()
  expect((await call('GET', `/sales-quotations/${quotationId}`, undefined, viewer)).body.data).toMatchObject({ publicUrl: null })
  expect((await call('GET', `/sales-invoices/${invoiceId}`, undefined, viewer)).body.data).toMatchObject({ payUrl: null })
  expect((await readInvoice(invoiceId)).payUrl).not.toBeNull()
})

test('the statement of an account adds up', async () => {
  const person = await call<{ id: string }>('POST', '/contacts', { firstName: 'Cid', lastName: 'Count', email: 'cid@example.com' })
  const of = { contactId: person.body.data.id }
  const first = await invoice(of)
  await call('POST', `/sales-invoices/${first.id}/payments`, { amount: 250_00, method: 'UPI' })
  const { id: second } = await invoice(of)
  await call('POST', `/sales-invoices/${second}/credit`, { reason: 'Returned', lines: [{ line: 1, quantity: 1 }] })
  await call('POST', `/sales-invoices/${(await invoice(of)).id}/void`, { reason: 'Wrong' })
  const query = `contactId=${of.contactId}&from=${today()}&to=${today()}`
  const { data: read } = (await call<SalesStatement>('GET', `/sales-statements?${query}`)).body
  expect(read).toMatchObject({ opening: 0, closing: 1_250_00 })
  expect(read.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['invoice', 1_000_00],
    ['payment', -250_00],
    ['invoice', 1_000_00],
    ['credit', -500_00],
  ])
  const { body } = await call<SalesStatement>('GET', `/sales-statements?contactId=${of.contactId}&from=2099-01-01&to=2099-12-31`)
  expect(body.data).toMatchObject({ opening: 1_250_00, entries: [], closing: 1_250_00 })
  expect(await pdf(`/api/sales-statements/pdf?${query}`)).toBe('%PDF-')
})
