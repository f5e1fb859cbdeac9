// Plain JavaScript for Node 20: it runs before Node 24 is installed.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeFiles, fingerprint, readStamp, stampMatches } from './fingerprint.mjs'
import { LaunchError } from './launch-error.mjs'
import { withLock } from './launch-lock.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const STAMP = path.join(root, 'node_modules', '.imperium-installed.json')
/** The lock file covers the dependencies of every package.json; a change of scripts there needs no new install. */
const INPUTS = ['package-lock.json', '.npmrc'].map((file) => path.join(root, file))
const LEAST_SYSTEM_NODE = [24, 18]

/**
 * Installs the locked dependencies if needed; returns the path of the Node 24 that everything runs on. Without `development` only what the
 * product needs to be built and to run. @throws LaunchError with a message for the user.
 */
export async function ensureDependencies({ development = true } = {}) {
  if (!isInstalled(development)) {
    await withLock(path.join(root, '.imperium-install.lock'), 'installs the dependencies of this folder', async () => {
      // Another start may have done it while this one waited.
      if (!isInstalled(development)) await install(development)
    })
  }
  return findRuntime()
}

const isInstalled = (development) => isStamped(platformKey()) || (!development && isStamped(runKey()))

function isStamped(key) {
  return fs.existsSync(path.join(root, 'node_modules')) && stampMatches(STAMP, describeFiles(INPUTS), key)
}

/** The packages of another system or processor do not run here (a folder shared between machines). */
const platformKey = () => `${process.platform}-${process.arch}`

const runKey = () => `${platformKey()} to run`

async function install(development) {
  const isFirst = readStamp(STAMP) === undefined
  const isMore = development && isStamped(runKey())
  console.log(
    isMore
      ? 'Installing the development dependencies as well…'
      : isFirst
        ? 'Installing dependencies (first start only, 1-3 minutes)…'
        : 'The locked dependencies have changed; installing them…',
  )
  const startedAt = Date.now()
  const ticker = setInterval(() => console.log(`  still installing (${Math.round((Date.now() - startedAt) / 1000)} s)…`), 15_000)
  const outcome = await runNpm({ development, isMore }).finally(() => clearInterval(ticker))
  if (outcome.code !== 0) throw explainNpmFailure(outcome.output)
  removeUnused()
  fs.writeFileSync(STAMP, JSON.stringify(fingerprint(describeFiles(INPUTS), development ? platformKey() : runKey())))
  console.log(`Dependencies installed in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/** The package that brings Node has 62 MB of headers and manuals, which nothing here reads. */
function removeUnused() {
  const node = path.join(root, 'node_modules', nodePackage())
  for (const folder of ['include', 'share']) fs.rmSync(path.join(node, folder), { recursive: true, force: true })
}

const nodePackage = () => `node-${process.platform}-${process.arch}`

/** npm with its own messages kept, to explain a failure with. `isMore` adds packages: a server that runs from this folder keeps its own. */
function runNpm({ development, isMore }) {
  return new Promise((resolve) => {
    const environment = { ...process.env }
    // An outer "npm start --production" or NODE_ENV=production must not decide what is installed.
    for (const name of Object.keys(environment))
      if (/^(node_env|npm_config_(production|omit|only|include|ignore_scripts|package_lock))$/i.test(name)) delete environment[name]
    const what = isMore ? ['install', '--no-save'] : ['ci']
    const args = [...what, development ? '--include=dev' : '--omit=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=warn']
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const child = spawn(npm, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
    let output = ''
    const keep = (chunk) => (output = (output + chunk).slice(-20_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: error.code === 'ENOENT' ? 'npm: not found' : String(error) }))
    child.on('close', (code) => resolve({ code, output: output }))
  })
}

function explainNpmFailure(output) {
  const tail = output
    .trim()
    .split('\n')
    .slice(-12)
    .map((line) => `  ${line}`)
    .join('\n')
  const advice = [
    [/npm: not found/, 'npm was not found. Install Node.js 20 or newer together with npm, and start again.'],
    [/ENOSPC|no space left/i, 'The disk is full. Free about 1 GB and start again.'],
    [/EACCES|EPERM|EROFS/, `This account may not write to ${root}. Start as the account that owns this folder, or change its owner.`],
    [
      /can only install packages when your package\.json|lock ?file.*(sync|satisfy)/i,
      'package.json and package-lock.json do not belong together. Restore both from git (git checkout package.json package-lock.json) and start again.',
    ],
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network|ERR_SOCKET/i,
      'The npm registry could not be reached. Check the network, and behind a proxy or with a registry of your own, npm\'s settings ("npm config get registry"), and start again.',
    ],
    [/E401|E403/, 'The npm registry refused us. Check npm\'s settings and sign-in ("npm config get registry") and start again.'],
  ].find(([pattern]) => pattern.test(output))
  return new LaunchError(
    `${advice ? advice[1] : 'Installing the dependencies failed. Mend what npm says below and start again.'}\n\nThe end of what npm said:\n${tail}`,
  )
}

/** Our own Node 24 (an npm package), else the system's when it is new enough. */
function findRuntime() {
  const packageName = nodePackage()
  const own = path.join(root, 'node_modules', packageName, 'bin', 'node')
  if (fs.existsSync(own)) return makeExecutable(own)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > LEAST_SYSTEM_NODE[0] || (major === LEAST_SYSTEM_NODE[0] && minor >= LEAST_SYSTEM_NODE[1])) return process.execPath
  throw new LaunchError(
    `Imperium runs on Node 24, and the package ${packageName} that brings it is not installed (npm may have been told to leave out optional packages). ` +
      `Run "npm ci --include=optional" here, or install Node ${LEAST_SYSTEM_NODE.join('.')} or newer on this machine, and start again.`,
  )
}

function makeExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return file
  } catch {
    // Some package managers drop the executable bit; setting it again shows whether we have the permission.
  }
  try {
    fs.chmodSync(file, 0o755)
    return file
  } catch (error) {
    throw new LaunchError(
      `The Node 24 runtime ${file} is not executable and this account may not change that (${error.code}). Run: chmod +x ${file}`,
    )
  }
}
