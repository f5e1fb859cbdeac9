// CHROMIUM_PATH=... node scripts/write-email-shots.ts: pictures of twelve designed emails in docs/emails, 600 and 360 pixels wide, light
// and dark: the ten layouts and two that the product sends itself. No server runs: the pictures in them are read from the module's folder.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { checkClientSupport } from '../contract/src/email-designs/client-support.ts'
import { EmailStyle } from '../contract/src/email-designs/email-design.ts'
import { emailLayouts } from '../contract/src/email-designs/layouts/email-layouts.ts'
import { designOfLayout } from '../contract/src/email-designs/layouts/layout-kit.ts'
import { renderDesign } from '../contract/src/email-designs/render-design.ts'
import { launchChromium } from '../e2e/harness/launch-chromium.ts'
import { renderEmailHtml } from '../server/src/platform/mail/render-email-html.ts'
import { loadTemplates } from '../server/src/platform/text/liquid.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/emails')
const pictures = join(root, 'server/src/modules/email-designs/pictures')
const place = { origin: 'https://imperium.test' }
/** Small enough to be kept with the code, and sharp enough to judge colors and room. */
const quality = 55

/** What a recipient's message is rendered with. */
const recipient = {
  name: 'Nina Weber',
  first_name: 'Nina',
  last_name: 'Weber',
  email: 'nina@example.com',
  organization: { name: 'Northwind Trading', address: 'Northwind Trading, 12 Harbour Road, Bremen' },
  unsubscribe_url: `${place.origin}/u`,
  preferences_url: `${place.origin}/p`,
  __words: { unsubscribe: 'Unsubscribe', preferences: 'Preferences' },
}

/** As the product writes them: a notice with facts, and a confirmation in the brand style of an organization. */
const notice = renderEmailHtml({
  language: 'en',
  subject: 'New sign-in to your account',
  paragraphs: ['Your account was used from a browser and a network that it does not know.'],
  facts: [
    ['Time', '2 November 2026, 10:30'],
    ['Device', 'Firefox on Linux'],
    ['Address', '203.0.113.7'],
  ],
  action: { label: 'Reset password', url: `${place.origin}/forgot-password` },
  notes: ['If this was you, there is nothing to do.'],
})
const confirmation = renderEmailHtml({
  language: 'en',
  subject: 'Please confirm: emails from Northwind Trading',
  organizationName: recipient.organization.name,
  style: EmailStyle.parse({ buttonColor: '#0f766e', linkColor: '#0f766e', headingColor: '#134e4a', pageColor: '#f0fdfa' }),
  paragraphs: ['Northwind Trading would like to write to you about: Newsletter. Please confirm that you want this.'],
  action: { label: 'Confirm', url: `${place.origin}/confirm/example` },
  notes: ['If you did not ask for this, ignore this mail: without your confirmation you will get nothing.'],
})

const templates = await loadTemplates()
const emails = [
  ...emailLayouts.map((layout) => ({
    name: layout.key,
    html: templates.compile(renderDesign(designOfLayout(layout, place), { title: layout.name }), 'html').render(recipient),
  })),
  { name: 'product-new-device', html: notice },
  { name: 'product-confirmation', html: confirmation },
]

/** The whole email as WebP: Playwright's own screenshots are PNG or JPEG, several times larger. */
async function picture(page: Page): Promise<Buffer> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const width = page.viewportSize()?.width ?? 0
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}

const browser = await launchChromium()
try {
  const page = await browser.newPage()
  await page.route('**/*', async (route) => {
    const name = basename(new URL(route.request().url()).pathname)
    await route.fulfill({ contentType: 'image/png', body: readFileSync(join(pictures, name)) })
  })
  let bytes = 0
  for (const width of [600, 360])
    for (const mode of ['light', 'dark'] as const) {
      const target = join(folder, `${width}-${mode}`)
      mkdirSync(target, { recursive: true })
      await page.emulateMedia({ colorScheme: mode })
      await page.setViewportSize({ width, height: 320 })
      for (const { name, html } of emails) {
        await page.setContent(html, { waitUntil: 'load' })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) throw new Error(`${name} is ${overflow} px too wide for ${width} px`)
        const made = await picture(page)
        bytes += made.length
        writeFileSync(join(target, `${name}.webp`), made)
      }
    }
  const unsupported = emails.flatMap(({ name, html }) => checkClientSupport(html).map((issue) => `${name}: ${issue.name}`))
  console.log(`${emails.length} emails, ${Math.round(bytes / 1024)} KB; unsupported features: ${unsupported.join(', ') || 'none'}`)
} finally {
  await browser.close()
}
