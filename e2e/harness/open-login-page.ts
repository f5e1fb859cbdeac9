import { launchChromium } from './launch-chromium.ts'

const limitMs = 30_000

/**
 * Opens the built login page: a build that does not start fails the run here, and not in every journey.
 * @throws Error with what the page reported
 */
export async function openLoginPage(url: string): Promise<void> {
  const browser = await launchChromium()
  const faults: string[] = []
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(`${url}/login`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ timeout: limitMs })
    if (faults.length > 0) throw new Error('The login page reports errors.')
  } catch (cause) {
    throw new Error(`The built login page does not open in Chromium.\n${faults.join('\n')}`, { cause })
  } finally {
    await browser.close()
  }
}
