import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { findViolations, ofColours } from './find-violations.ts'
import type { Rules } from './find-violations.ts'

export { ofColours } from './find-violations.ts'

export const modes = ['light', 'dark'] as const
export const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Expects no violation of WCAG 2.2 A and AA that axe-core can find. Retries once, because the page may still be fading in. */
export async function checkAccessibility(page: Page, where: string, rules: Rules = guidelines): Promise<void> {
  let found = await findViolations(page, rules)
  if (found.length) {
    await page.waitForTimeout(700)
    found = await findViolations(page, rules)
  }
  expect(found, `accessibility of ${where}`).toEqual([])
}

/** In an order that changes as little as possible from one to the next. */
const looks = [
  ['wide', 'light'],
  ['wide', 'dark'],
  ['phone', 'dark'],
  ['phone', 'light'],
] as const

/** Checks an open page in both modes, on a desktop and on a phone. If SCREENSHOTS is set, saves a screenshot of each there. */
export async function checkEverywhere(page: Page, name: string): Promise<void> {
  let size: keyof typeof sizes | null = null
  for (const [wanted, mode] of looks) {
    // Layout and names are the same in both modes: in the second mode of a size only colours can differ.
    const isFirst = wanted !== size
    size = wanted
    await page.setViewportSize(sizes[size])
    await setMode(page, mode)
    const where = `${name} (${size}, ${mode})`
    await checkAccessibility(page, where, isFirst ? guidelines : ofColours)
    if (size === 'phone' && isFirst) await checkWidth(page, where)
    await savePicture(page, `${name}-${size}-${mode}`)
  }
  await page.setViewportSize(sizes.wide)
  // Wait until the layout is final, so that the next click hits its target.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Changes the system's colour mode, which a page follows until a mode is chosen, and waits until it is painted. */
export async function setMode(page: Page, mode: (typeof modes)[number]): Promise<void> {
  if (await page.evaluate((wanted) => document.documentElement.dataset['mantineColorScheme'] === wanted, mode)) return
  // Disables transitions: even short ones delay colours, and an inherited colour starts only after its parent's transition.
  const calm = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })
  await page.emulateMedia({ colorScheme: mode })
  // A server-rendered page follows the system by its style sheet alone.
  await page.waitForFunction(
    (wanted) => !document.querySelector('#root') || document.documentElement.dataset['mantineColorScheme'] === wanted,
    mode,
  )
  await page.evaluate(async (sheet) => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }, calm)
}

/** Nothing is wider than the screen: the page, its header, its scrolling part. Retries, because the layout may still be settling. */
async function checkWidth(page: Page, where: string): Promise<void> {
  const findWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('header, main')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`),
    )
  let wide = await findWide()
  if (wide.length) {
    await page.waitForTimeout(700)
    wide = await findWide()
  }
  expect(wide, `sideways scroll of ${where}`).toEqual([])
}

async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`) })
}
