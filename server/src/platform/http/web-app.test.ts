import { expect, test } from 'vitest'
import { withClaims, withCustomDomain, withPreloads } from './web-app.ts'

const page = '<head><title>Imperium</title></head><body></body>'

test('the page carries the claims of the operator, as text', () => {
  expect(withClaims(page, undefined)).toBe(page)
  const claimed = withClaims(page, 'Fast; "Good" <b>$&</b>')
  expect(claimed).toContain('<meta name="landing-claims" content="Fast; &#34;Good&#34; &#60;b&#62;$&#38;&#60;/b&#62;"></head>')
  expect(withClaims(page, ';')).toContain('content=";"')
})

test('the page names the organization of its custom domain, and none for other hosts', () => {
  const config = { customDomains: { 'crm.acme.test': 'acme' }, publicUrl: 'https://imperium.test' }
  expect(withCustomDomain(page, { ...config, customDomains: {} }, 'crm.acme.test', null)).toBe(page)
  const meta = '<meta name="custom-domain" content="acme"'
  expect(withCustomDomain(page, config, 'CRM.acme.test', null)).toContain(
    `${meta} data-sign-in="https://imperium.test/login?tenant=acme"></head>`,
  )
  expect(withCustomDomain(page, { ...config, publicUrl: 'https://crm.acme.test' }, 'crm.acme.test', null)).toContain(`${meta}></head>`)
  // The organization that proved the name comes before the setting.
  expect(withCustomDomain(page, config, 'crm.acme.test', { orgId: '1', slug: 'other' })).toContain('content="other"')
  for (const host of ['imperium.test', 'constructor']) expect(withCustomDomain(page, config, host, null)).toBe(page)
})

test('a page names the files of its address, each part that fits', () => {
  const preloads = [
    { path: '^/login$', links: '<a>' },
    { path: '^/org/[^/]+/', links: '<b>' },
    { path: '^/org/[^/]+/dashboard/?$', links: '<c>' },
  ]
  expect(withPreloads(page, '/org/acme/dashboard', preloads)).toContain('</title><b><c></head>')
  expect(withPreloads(page, '/login', preloads)).toContain('</title><a></head>')
  expect(withPreloads(page, '/terms', preloads)).toBe(page)
})
