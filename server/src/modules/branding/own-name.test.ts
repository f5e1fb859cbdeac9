import { inflateSync } from 'node:zlib'
import { Secret, TOTP } from 'otpauth'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMail } from '../../platform/mail/mail.ts'
import type { SandboxMail } from '../../platform/mail/mail.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

// From the plan of BRAND_ALONE_FROM upwards, what people get by email and as PDF names the organization alone: texts, headers, metadata.

let t: TestApp
let owner: TestUser
/** What a mail server would have got, with its headers. */
const taken: SandboxMail[] = []
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { MAIL_FROM: 'no-reply@mail.example' } })
  const mail = createMail({ from: t.platform.config.mailFrom, sandboxStore: { save: async (each) => void taken.push(each) } })
  Object.assign(t.platform, { mailFor: () => mail })
  await t.startWorkers()
  owner = await t.register({ organizationName: 'Northwind' })
  await t.owner.query(`update auth.organizations set plan_type = 'CONQUEROR' where id = $1`, [owner.orgId])
  // What was written while the plan named the product.
  await mailTo(owner.email, /./)
  taken.length = 0
})
afterAll(() => t.close())

const as = async <T = { id: string }>(user: { token: string }, method: string, path: string, body?: unknown): Promise<T> => {
  const reply = await t.call<T>(method, `/api${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
  if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.data
}
const subjectsTo = (email: string) => taken.filter(({ to }) => to === email).map(({ subject }) => subject)
const linkIn = (raw: string) => /token=3D([\w-]+)|token=([\w-]+)/.exec(raw.replaceAll('=\r\n', ''))?.slice(1).find(Boolean) ?? ''
const mailTo = (email: string, subject: RegExp) =>
  vi.waitFor(
    () => {
      const found = taken.find((mail) => mail.to === email && subject.test(mail.subject))
      if (!found) throw new Error(`no email ${String(subject)} to ${email}; there are ${JSON.stringify(subjectsTo(email))}`)
      return found
    },
    { timeout: 20_000 },
  )

/** Headers and parts as a mail program shows them. */
const readable = (raw: string): string => {
  const joined = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const parts = raw.matchAll(/Content-Transfer-Encoding: base64\r?\n(?:[\w-]+:.*\r?\n)*\r?\n([\w+/=\r\n]+)/gi)
  return [joined, ...[...parts].map(([, text = '']) => Buffer.from(text, 'base64').toString('latin1'))].join('\n')
}

const productName = /imperium/i

async function makeInvoice(owner: TestUser): Promise<{ id: string; contactId: string }> {
  const { id: contactId } = await as(owner, 'POST', '/contacts', { firstName: 'Ada', email: 'ada@customer.example' })
  const lines = [{ description: 'Consulting', quantity: 1, unitPrice: 100_00 }]
  const { id } = await as(owner, 'POST', '/sales-invoices', { contactId, lines })
  await as(owner, 'POST', `/sales-invoices/${id}/issue`, {})
  return { id, contactId }
}

test("twelve kinds of email from CONQUEROR upwards: the product's name stands in none, neither in a text nor in a header", async () => {
  const member = await t.addMember(owner.orgId, 'MEMBER')
  // From the time before the member belonged to this organization.
  await mailTo(member.email, /./)
  taken.length = 0
  // Of the account.
  await t.call('POST', '/api/auth/forgot-password', { body: { email: owner.email } })
  const changed = { currentPassword: testPassword, newPassword: 'Another-Horse-43!' }
  const { token } = await as<{ token: string }>(member, 'POST', '/auth/change-password', changed)
  await as({ token }, 'POST', '/profile/email', { email: 'elsewhere@example.com' })
  await as({ token }, 'POST', '/profile/export', {})
  await as({ token }, 'POST', '/profile/deletion', {})
  // Of the organization.
  await as(owner, 'POST', '/team/invitations', { email: 'new@example.com', role: 'MEMBER' })
  await as(owner, 'POST', '/channels/senders', { email: 'news@elsewhere.example', name: 'News' })
  const { id: invoiceId, contactId } = await makeInvoice(owner)
  await as(owner, 'POST', `/sales-invoices/${invoiceId}/send`)
  const lines = [{ description: 'Consulting', quantity: 1, unitPrice: 100_00 }]
  const { id: quotationId } = await as(owner, 'POST', '/sales-quotations', { contactId, lines })
  await as(owner, 'POST', `/sales-quotations/${quotationId}/send`)
  // Last: it renews the session.
  const { secret } = await as<{ secret: string }>(owner, 'POST', '/auth/2fa/setup', {})
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await as(owner, 'POST', '/auth/2fa/enable', { code })
  const deletion = linkIn((await mailTo(member.email, /delet/i)).raw)
  await t.call('POST', '/api/auth/confirm-deletion', { body: { token: deletion } })

  const kinds = 12
  await vi.waitFor(() => expect(new Set(taken.map(({ subject }) => subject)).size).toBeGreaterThanOrEqual(kinds), {
    timeout: 20_000,
  })
  const found = taken.flatMap(({ subject, raw }) =>
    readable(raw)
      .split('\n')
      .filter((line) => productName.test(line))
      .map((line) => `${subject}: ${line.slice(0, 160)}`),
  )
  expect(found).toEqual([])
})

test('an account whose organizations do not all hide the product hears from the product', async () => {
  const both = await t.register({ organizationName: 'Small' })
  await t.owner.query(`insert into auth.memberships (org_id, user_id, role) values ($1, $2, 'MEMBER')`, [owner.orgId, both.userId])
  await t.call('POST', '/api/auth/forgot-password', { body: { email: both.email } })
  expect((await mailTo(both.email, /password/i)).raw).toContain('From: Imperium')
})

/** The text of every page, the metadata, and what stands in the file itself, uncompressed. */
async function readPdf(bytes: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  const { info, metadata } = await pdf.getMetadata()
  const raw = bytes.toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      // A stream that is not deflated stands in `raw` as it is.
      return ''
    }
  })
  return [text, JSON.stringify(info), JSON.stringify(metadata), raw, ...streams].join('\n')
}

test('all kinds of PDF name the organization: in the text and as their maker', async () => {
  const issuer = await t.register({ organizationName: 'Northwind' })
  await t.owner.query(`update auth.organizations set plan_type = 'CONQUEROR' where id = $1`, [issuer.orgId])
  const { id: invoiceId, contactId } = await makeInvoice(issuer)
  const lines = [{ description: 'Consulting', quantity: 1, unitPrice: 100_00 }]
  const { id: quotationId } = await as(issuer, 'POST', '/sales-quotations', { contactId, lines })
  const credited = await as<{ creditNotes: { id: string }[] }>(issuer, 'POST', `/sales-invoices/${invoiceId}/credit`, {
    reason: 'Returned',
  })
  const { id: orderId } = await as(issuer, 'POST', '/sales-orders', { contactId, lines })
  const day = new Date().toISOString().slice(0, 10)
  const paths = [
    `/sales-invoices/${invoiceId}/pdf`,
    `/sales-invoices/${invoiceId}/credit-notes/${credited.creditNotes[0]?.id}/pdf`,
    `/sales-quotations/${quotationId}/pdf`,
    `/sales-orders/${orderId}/pdf`,
    `/sales-statements/pdf?contactId=${contactId}&from=${day}&to=${day}`,
    '/reports/00000000-0000-7000-8000-000000000001/export?format=pdf',
  ]
  for (const path of paths) {
    const headers = { authorization: `Bearer ${issuer.token}` }
    const pdf = await t.app.inject({ url: `/api${path}`, headers })
    expect([path, pdf.statusCode, pdf.headers['content-type']]).toEqual([path, 200, 'application/pdf'])
    const all = await readPdf(pdf.rawPayload)
    expect(all, path).toContain('Northwind')
    expect(productName.exec(all)?.[0], path).toBeUndefined()
    expect(JSON.stringify(pdf.headers), path).not.toMatch(productName)
  }
})
