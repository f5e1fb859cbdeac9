import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { see } from './browser.ts'
import { checkAccessibility } from './check-screen.ts'

/** Of the message step: the designer, or the message as it will be sent. */
export const showMessage = (page: Page, view: 'Edit' | 'Preview') => page.getByRole('radiogroup', { name: 'View' }).getByText(view).click()

/** Designs a message by keys: a greeting with a variable, and a button. */
export async function writeDesign(page: Page, address: string): Promise<void> {
  const canvas = page.getByRole('list', { name: 'Blocks of the email' })
  await page.getByRole('group', { name: 'Blocks', exact: true }).getByRole('button', { name: 'Heading' }).press('Enter')
  await see(page.getByRole('textbox', { name: 'Heading' }))
  await page.keyboard.type('Hello ')
  await page.getByRole('button', { name: 'Insert a merge field', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: /First name/ }).press('Enter')
  await page.keyboard.type(',')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Add' }).press('Enter')
  await page.getByRole('group', { name: 'Blocks', exact: true }).getByRole('button', { name: 'Button' }).press('Enter')
  await page.getByRole('textbox', { name: 'Button text' }).fill('See what is new')
  await page.getByRole('textbox', { name: 'Address of the link' }).fill(address)
  await canvas.getByRole('group', { name: 'Button: See what is new' }).press('Alt+ArrowUp')
  await see(page.getByText('Button moved, 2 of 4'))
  await page.keyboard.press('Control+z')
  await canvas.getByRole('group', { name: 'Text', exact: true }).press('Delete')
  await expect.poll(() => canvas.getByRole('listitem').count()).toBe(3)
  await page.getByRole('tab', { name: 'Check' }).press('Enter')
  await see(page.getByRole('list', { name: 'Problems of the email' }).getByText(/does not begin with https/))
}

/** The panels beside the canvas that a check of the whole screen does not show. */
export async function checkPanels(page: Page): Promise<void> {
  for (const name of ['Style', 'Block', 'Add']) {
    await page.getByRole('tab', { name, exact: true }).press('Enter')
    await checkAccessibility(page, `designer, ${name}`)
  }
}
