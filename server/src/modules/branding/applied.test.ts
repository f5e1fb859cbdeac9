import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrandImage } from '@imperium/contract/branding/branding.ts'
import { dressPage } from '../../platform/http/dress-page.ts'
import { emailLookOf } from '../../platform/mail/email-look.ts'
import { renderEmail, withLook } from '../../platform/mail/render-email.ts'
import { inScheme } from '../../platform/page-look.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
let logo: BrandImage
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register({ organizationName: 'Northwind' })
  const { default: sharp } = await import('sharp')
  const payload = await sharp({ create: { width: 400, height: 100, channels: 4, background: '#0f766e' } })
    .png()
    .toBuffer()
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'image/png' }
  logo = (await t.app.inject({ method: 'POST', url: '/api/branding/logo', headers, payload })).json<{ data: BrandImage }>().data
  const favicon = (await t.app.inject({ method: 'POST', url: '/api/branding/favicon', headers, payload })).json<{ data: BrandImage }>().data
  const body = {
    primary: '#0f766e',
    font: 'lora',
    themeMode: 'dark',
    customCss: 'h1 { letter-spacing: 1px }',
    logoId: logo.id,
    faviconId: favicon.id,
  }
  const { status } = await call('PUT', '/branding', body)
  if (status !== 200) throw new Error(`The brand was not saved: ${status}`)
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })
const plan = (name: string) => t.owner.query('update auth.organizations set plan_type = $2 where id = $1', [owner.orgId, name])

test('a hosted page has the logo, the icon, the font and the colors, in the mode that the organization wants, and its rules in their scope', async () => {
  const contact = (await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: 'ada@example.com' })).body.data
  const lines = [{ description: 'Consulting', quantity: 1, unitPrice: 100_00 }]
  const { id } = (await call<{ id: string }>('POST', '/sales-quotations', { contactId: contact.id, lines })).body.data
  const { publicUrl } = (await call<{ publicUrl: string }>('POST', `/sales-quotations/${id}/send`)).body.data
  const page = await t.app.inject({ url: new URL(publicUrl).pathname })
  const html = page.body
  expect(html).toContain(`<img src="${logo.path}" alt="Northwind"`)
  expect(html).toContain('<body class="brand-scope">')
  expect(html).toContain('.brand-scope h1{letter-spacing:1px}')
  expect(html).toContain("url('/fonts/lora.woff2')")
  expect(html).toContain('rel="icon"')
  expect(html).toContain('color-scheme:dark')
  expect(html).not.toContain('prefers-color-scheme')
  expect(page.headers['content-security-policy']).toContain("font-src 'self'")
  expect(html).not.toContain('Imperium')
  // The PDF names the issuer as its maker.
  const pdf = await t.app.inject({ url: `${new URL(publicUrl).pathname}/pdf` })
  expect(pdf.rawPayload.toString('latin1')).not.toContain('Imperium')
})

test("an email carries the logo; the product's name leaves it with the plan, and not before", async () => {
  const email = renderEmail({
    language: 'en',
    organizationName: 'Northwind',
    subject: 'Join Northwind on Imperium',
    paragraphs: ['Ada would like you to join Northwind on Imperium.'],
    notes: ['Imperium sent this.'],
  })
  const sent = async () => withLook(email, await emailLookOf(t.platform, owner.orgId))
  await plan('FREE')
  expect(await sent()).toMatchObject({ fromName: 'Northwind (Imperium)', html: expect.stringContaining(logo.path) })
  await plan('CONQUEROR')
  const own = await sent()
  expect(own).toMatchObject({ fromName: 'Northwind', subject: 'Join Northwind on Northwind', html: expect.stringContaining(logo.path) })
  expect(JSON.stringify(own)).not.toContain('Imperium')
})

test("the app's page on a host of the organization has its name and icon before a script runs", async () => {
  await plan('CONQUEROR')
  const shell =
    '<head><meta name="description" content="Imperium: agents" /><title>Imperium</title><link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head>' +
    '<noscript>Imperium needs JavaScript to run.</noscript>'
  const page = await dressPage(t.platform, { orgId: owner.orgId, slug: owner.slug }, shell)
  expect(page).toContain('<title>Northwind</title>')
  expect(page).toContain('Northwind needs JavaScript')
  expect(page).toContain('/api/b/')
  expect(page).not.toContain('Imperium')
  expect(page).toContain('&#34;primary&#34;:&#34;#0f766e&#34;')
})

test('one theme takes the rules of the other away', () => {
  const style = ':root{color-scheme:light dark;--bg:#fff}@media (prefers-color-scheme:dark){:root{--bg:#000}a{color:red}}b{color:blue}'
  expect(inScheme(style, 'light')).toBe(':root{color-scheme:light;--bg:#fff}b{color:blue}')
  expect(inScheme(style, 'dark')).toBe(':root{color-scheme:dark;--bg:#fff}:root{--bg:#000}a{color:red}b{color:blue}')
  expect(inScheme(style, null)).toBe(style)
})
