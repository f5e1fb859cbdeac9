import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const flags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-sync',
  '--no-first-run',
]

/** Starts the Chromium of CHROMIUM_PATH; as root it has no sandbox. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    args: process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags,
  })
