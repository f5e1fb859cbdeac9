import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { see } from './browser.ts'

/** A sentence of the layout was left: the launch says why it waits, and the list leads to the message. */
export async function mendSampleText(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: 'Launch checklist' })
  await see(list.getByText('1 thing to do before you can send'))
  expect(await page.getByRole('button', { name: 'Send now' }).getAttribute('aria-disabled')).toBe('true')
  await list.getByRole('button', { name: /^Show in the message: Sample text was not replaced/ }).press('Enter')
  const html = page.getByRole('textbox', { name: 'HTML' })
  await expect.poll(() => html.evaluate((field) => field === document.activeElement)).toBe(true)
  await html.fill((await html.inputValue()).replace('Say what it is and why it matters to the reader.', 'Until Friday.'))
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click()
  await list.getByRole('button', { name: 'Save and check' }).click()
  await see(list.getByText('Everything is ready'))
}
