import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const flags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  // Machines of tests have no graphics card: its emulation costs more than drawing without one.
  '--disable-gpu',
  '--disable-sync',
  '--no-first-run',
]

let shared: Promise<Browser> | undefined
/** The one Chromium of this worker: its files run one after another. It ends with the worker. */
export const sharedChromium = (): Promise<Browser> => (shared ??= launchChromium())

/** Starts the Chromium of CHROMIUM_PATH; as root it has no sandbox. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    args: process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags,
  })
