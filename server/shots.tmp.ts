import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { emailLayouts } from '@imperium/contract/email-designs/layouts/email-layouts.ts'
import { designOfLayout } from '@imperium/contract/email-designs/layouts/layout-kit.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import { everyBlock } from '@imperium/contract/email-designs/testing/every-block.ts'
import { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import { renderEmail } from './src/platform/mail/render-email.ts'
const fill = (html: string) => html.replaceAll(/\{\{ first_name[^}]*\}\}/g, 'Ada').replaceAll(/\{\{ organization\.name[^}]*\}\}/g, 'Northwind').replaceAll(/\{\{ organization\.address[^}]*\}\}/g, 'Northwind Ltd, 1 Harbour Street, Bristol').replaceAll('{{ __words.unsubscribe }}', 'Unsubscribe').replaceAll('{{ __words.preferences }}', 'Preferences').replaceAll(/\{[{%].*?[}%]\}/g, '')
const system = (style?: EmailStyle) => renderEmail({ language: 'en', subject: 'Ada Lovelace invites you to Northwind', organizationName: 'Northwind', style, paragraphs: ['Ada Lovelace would like you to join the organization Northwind on Imperium.'], action: { label: 'Accept the invitation', url: 'https://imperium.example/join#token=J7sd8f7sdf87sdf87sd8f7s8d7f8sd7f8sd7f8sd7f8sd7f87' }, facts: [['When', '24 November 2026, 12:30'], ['Device', 'Firefox on Linux']], notes: ['This link works once and is valid for 7 days.', 'If you do not know why you got this email, ignore it: nothing happens without you.'] }).html
const all: [string, string][] = [...emailLayouts.map((l) => [l.key, renderDesign(designOfLayout(l, { origin: 'https://imperium.test' }))] as [string, string]), ['every-block', renderDesign(everyBlock)], ['system', system(EmailStyle.parse({}))]]
const only = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const scheme of ['light', 'dark'] as const) for (const width of [600, 360]) {
  const page = await browser.newPage({ viewport: { width: width === 600 ? 660 : 360, height: 800 }, colorScheme: scheme })
  await page.route('**/*', async (route) => {
    const name = /email-pictures\/(.*)/.exec(route.request().url())?.[1]
    return name ? route.fulfill({ body: await readFile(`${import.meta.dirname}/src/modules/email-designs/pictures/${name}`), contentType: 'image/png' }) : route.fulfill({ body: '', contentType: 'text/plain' })
  })
  for (const [key, html] of all) { if (only.length && !only.includes(key)) continue
    await page.setContent(fill(html), { waitUntil: 'networkidle' }); await page.screenshot({ path: `/tmp/shots/${key}-${width}-${scheme}.png`, fullPage: true })
    const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'); if (over) console.log(key, width, scheme, 'overflows', over) }
  await page.close()
}
await browser.close()
const sharp = (await import('sharp')).default
const keys = all.map(([k]) => k).filter((k) => !only.length || only.includes(k))
for (const [w, scheme] of [[600, 'light'], [360, 'light'], [600, 'dark'], [360, 'dark']] as const) {
  const parts = await Promise.all(keys.map(async (k) => { const s = sharp(`/tmp/shots/${k}-${w}-${scheme}.png`); const cell = w === 600 ? 480 : 300; return { input: await s.resize({ width: cell }).extract({left:0,top:0,width:cell,height:Math.min(900, Math.round(((await s.metadata()).height!) * cell / (await s.metadata()).width!))}).toBuffer(), cell } }))
  const cols = w === 600 ? 4 : 6, cell = parts[0]!.cell
  await sharp({ create: { width: cols * (cell + 10), height: Math.ceil(parts.length / cols) * 910, channels: 3, background: '#888' } }).composite(parts.map((p, i) => ({ input: p.input, left: (i % cols) * (cell + 10), top: Math.floor(i / cols) * 910 }))).png().toFile(`/tmp/shots/sheet-${w}-${scheme}.png`)
}
