import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './ensure-dependencies.mjs'
import { LaunchError } from './launch-error.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC_APPS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/**
 * The path of a Chromium that runs: the one of CHROMIUM_PATH, the system's, Debian's package (as root), else Playwright's own download.
 * Throws LaunchError when there is none to be had. `runtime` is the Node 24 that Playwright's installer runs on.
 */
export function findChromium(runtime) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new LaunchError(`CHROMIUM_PATH is ${given}, and that does not run. Set it to a Chromium or Chrome, or unset it.`)
  }
  return findPresent() ?? installFromDebian() ?? downloadWithPlaywright(runtime) ?? giveUp()
}

function findPresent() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const inPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...inPath, ...MAC_APPS, playwrightPath()].find((file) => file !== undefined && fs.existsSync(file) && runs(file))
}

/** A file can be there and not run: a stub of another package system, or missing libraries. */
function runs(file) {
  return spawnSync(file, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium from the Debian packages…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 5 * 60_000 }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return findPresent()
}

function downloadWithPlaywright(runtime) {
  console.log("Downloading Playwright's Chromium…")
  const cli = path.join(root, 'node_modules', 'playwright-core', 'cli.js')
  spawnSync(runtime, [cli, 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'], timeout: 5 * 60_000 })
  return findPresent()
}

function playwrightPath() {
  try {
    return createRequire(path.join(root, 'package.json'))('playwright-core').chromium.executablePath()
  } catch {
    // Playwright has no build for this system; try the other ways.
    return undefined
  }
}

function giveUp() {
  throw new LaunchError(
    "The end-to-end tests need Chromium, and none was found or could be installed. Install Chromium or Chrome (Debian: apt-get install chromium; for Playwright's own build its libraries may be missing), " +
      'or set CHROMIUM_PATH to one. Everything else runs with: npm test -- --skip e2e',
  )
}
