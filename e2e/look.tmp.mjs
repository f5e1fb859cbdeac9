import { chromium } from 'playwright-core'
const base = process.env.BASE ?? 'http://localhost:4601'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const ctx = await b.newContext({ viewport: { width: 1440, height: 900 } })
const p = await ctx.newPage()
p.on('console', m => { if (m.type() === 'error') console.log('CONSOLE', m.text().slice(0, 300)) })
p.on('pageerror', e => console.log('ERR', String(e).slice(0, 300)))
const email = `o${Date.now()}@example.com`
await p.goto(base + '/register')
const fill = async (l, v) => p.getByLabel(l, { exact: true }).fill(v)
await fill('First name', 'Ada'); await fill('Last name', 'Lovelace'); await fill('Email address', email).catch(() => fill('Email', email)); await fill('Organization name', 'Northwind')
await p.locator('input[type=password]').nth(0).fill('Correct-Horse-9-Battery'); await p.locator('input[type=password]').nth(1).fill('Correct-Horse-9-Battery')
await p.locator('input[type=checkbox]').check()
await p.getByRole('button', { name: 'Create Empire' }).click()
await p.waitForURL(/dashboard/)
const slug = /org\/([^/]+)/.exec(p.url())[1]
console.log(slug, email)
const shot = async (n) => { await p.waitForTimeout(900); await p.screenshot({ path: `/tmp/shots/${n}.png`, fullPage: false }) }
await p.goto(`${base}/org/${slug}/settings/branding`); await shot('brand-1')
await p.getByLabel('Primary color', { exact: true }).fill('#fde047'); await p.getByLabel('Primary font').click(); await shot('brand-font'); await p.getByRole('option', { name: 'Lora' }).click()
for (const v of ['Login', 'Email', 'Invoice', 'Widget']) { await p.locator('label', { hasText: v }).first().click(); await shot('brand-' + v) }
await p.getByRole('button', { name: 'Repair contrast' }).click()
await p.getByLabel('Custom CSS', { exact: true }).last().fill('a { position: fixed }')
await p.getByRole('button', { name: 'Check CSS' }).click(); await shot('brand-css')
await p.getByLabel('Custom CSS', { exact: true }).last().fill('h1 { letter-spacing: 0.05em }')
await p.getByRole('button', { name: 'Save Branding Settings' }).click(); await p.waitForTimeout(600)
await p.goto(`${base}/org/${slug}/dashboard`); await shot('brand-dash')
await p.goto(`${base}/org/${slug}/settings/domains`); await shot('dom-empty')
await p.getByLabel('Domain', { exact: true }).fill('app.example.com'); await p.getByRole('button', { name: 'Add domain' }).click(); await shot('dom-added')
await p.setViewportSize({ width: 390, height: 844 }); await shot('dom-phone')
await p.goto(`${base}/org/${slug}/settings/branding`); await shot('brand-phone')
await b.close()
