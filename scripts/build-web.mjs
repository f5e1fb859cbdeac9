import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { root } from './ensure-dependencies.mjs'
import { describeFiles, fingerprint, listFiles, stampMatches } from './fingerprint.mjs'
import { LaunchError } from './launch-error.mjs'
import { withLock } from './launch-lock.mjs'

const WEB = path.join(root, 'web')
const STAMP = path.join(WEB, 'dist', '.imperium-build.json')

/** Builds the web app unless the built one is of exactly these sources. `force` builds in any case. */
export async function ensureWebBuild(runtime, { force = false } = {}) {
  if (!force && isBuilt()) return
  await withLock(path.join(root, '.imperium-build.lock'), 'builds the web app of this folder', async () => {
    if (!force && isBuilt()) return
    console.log('Building the web app…')
    const startedAt = Date.now()
    // The chat widget goes into the folder that the first build has emptied.
    for (const extra of [['--manifest'], ['--config', 'vite.widget.config.ts']]) {
      const outcome = await build(runtime, extra)
      if (outcome.code !== 0) throw new LaunchError(`The web app could not be built:\n\n${outcome.output.trim()}`)
    }
    for (const folder of ['assets', 'chat']) await compressAssets(path.join(WEB, 'dist', folder))
    // After the build, which may itself bring the generated route tree up to date.
    fs.writeFileSync(STAMP, JSON.stringify(fingerprint(describeInputs(), runtimeKey())))
    console.log(`Web app built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  })
}

function isBuilt() {
  return fs.existsSync(path.join(WEB, 'dist', 'index.html')) && stampMatches(STAMP, describeInputs(), runtimeKey())
}

const runtimeKey = () => 'web build 3'

function describeInputs() {
  const sources = listFiles(
    [WEB, path.join(root, 'contract'), path.join(root, 'packages')],
    ['node_modules', 'dist', 'coverage', '.tanstack'],
  )
  return describeFiles([...sources.filter((file) => !/\.test\.tsx?$/.test(file)), path.join(root, 'package-lock.json')])
}

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

/**
 * Writes the compressed forms beside each asset: best compression costs too much per request, so the server only selects a file. It takes
 * as much processor time as the build itself, so all cores share it.
 */
async function compressAssets(folder) {
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }
  const compress = async (file) => {
    const bytes = fs.readFileSync(file)
    fs.writeFileSync(`${file}.br`, await brotli(bytes, quality))
    fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }))
  }
  const assets = fs.readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(assets.map((name) => compress(path.join(folder, name))))
}

function build(runtime, extra) {
  return new Promise((resolve) => {
    const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const child = spawn(runtime, [vite, 'build', ...extra, '--logLevel', 'warn'], {
      cwd: WEB,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code, output: output }))
  })
}
