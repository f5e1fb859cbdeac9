import { expect, test } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { findViolations, ofColours } from './harness/find-violations.ts'

const browser = useBrowser()
const page = (style: string, text: string) =>
  `<html lang="en"><title>Colours</title><body style="background: #fff"><p>Plain</p><div style="${style}"><p>${text}</p></div></body></html>`

// The journeys check a look of a text once: what differs in any part of it must be checked again.
test.each([
  ['pale text', 'color: #aaa'],
  ['a dark ground', 'background: #222'],
  ['a dark ground that shines through', 'background: rgba(0, 0, 0, 0.8)'],
  ['faded text', 'opacity: 0.3'],
])('finds %s after the same text passed on white', async (_name, style) => {
  const tab = await browser.open()
  await tab.setContent(page('', 'Read me'))
  expect(await findViolations(tab, ofColours)).toEqual([])
  await tab.setContent(page(style, 'Read me'))
  expect((await findViolations(tab, ofColours)).join()).toContain('color-contrast: ')
})

test('finds pale text over which a question was open', async () => {
  const tab = await browser.open()
  const question = '<div role="dialog" aria-modal="true" style="position: fixed; inset: 0; background: #fff"><p>Sure?</p></div>'
  await tab.setContent(`${page('color: #bbb', 'Read me')}${question}`)
  await findViolations(tab, ofColours)
  await tab.setContent(page('color: #bbb', 'Read me'))
  expect((await findViolations(tab, ofColours)).join()).toContain('color-contrast: ')
})
