// npm test: every check, on a fresh clone too. Options (after --): --only types,lint   --skip e2e   --all (do not stop at the first failure)
// --deep (long sweeps as a whole, not a sample of them)   --seed 7 (the sample of an earlier run)
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ensureDependencies, root } from './ensure-dependencies.mjs'
import { findChromium } from './find-chromium.mjs'
import { LaunchError, runMain } from './launch-error.mjs'
import { selectSteps, steps } from './test-steps.mjs'

const STEP_LIMIT_MS = (process.argv.includes('--deep') ? 90 : 40) * 60_000

await runMain(async () => {
  const options = readOptions(process.argv.slice(2))
  const { selected, unknown } = selectSteps(options.only, options.skip)
  if (unknown.length > 0) throw new LaunchError(`No such step: ${unknown.join(', ')}. Steps: ${steps.map((step) => step.id).join(', ')}`)
  const startedAt = Date.now()
  console.log(options.deep ? 'Long sweeps run as a whole.' : `Samples of long sweeps: seed ${options.seed}. The whole: npm test -- --deep`)
  const runtime = await ensureDependencies()
  const results = []
  for (const step of selected) {
    if (step.when && !step.when()) {
      results.push({ step, outcome: 'not there yet', seconds: 0 })
      continue
    }
    const result = await runStep(step, runtime, options)
    results.push(result)
    if (result.outcome === 'failed' && !options.all) break
  }
  summarize(results, selected, startedAt)
})

function readOptions(args) {
  const options = { only: undefined, skip: [], all: false, deep: false, seed: String(Math.floor(Math.random() * 1_000_000)) }
  for (let index = 0; index < args.length; index++) {
    const [name, inline] = args[index].split('=')
    if (name === '--all' || name === '--deep') options[name.slice(2)] = true
    else if (name === '--seed') options.seed = inline ?? args[++index] ?? ''
    else if (name === '--only' || name === '--skip') options[name.slice(2)] = (inline ?? args[++index] ?? '').split(',')
    else throw new LaunchError(`Unknown option ${args[index]}. There are --only a,b  --skip a,b  --all  --deep  --seed n`)
  }
  return options
}

async function runStep(step, runtime, options) {
  console.log(`\n── ${step.title}`)
  const startedAt = Date.now()
  const isPassed = await runCommands(step, runtime, options)
  return { step, outcome: isPassed ? 'passed' : 'failed', seconds: (Date.now() - startedAt) / 1000 }
}

async function runCommands(step, runtime, { deep, seed }) {
  const env = {
    ...process.env,
    PATH: [path.dirname(runtime), path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
    // Each process of the product compiles a thousand files otherwise: half of its start.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'imperium', 'compiled'),
    TEST_DEEP: deep ? '1' : '',
    TEST_SEED: seed,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  if (step.needsChromium) {
    try {
      env.CHROMIUM_PATH = findChromium(runtime)
    } catch (error) {
      if (!(error instanceof LaunchError)) throw error
      console.error(error.message)
      return false
    }
  }
  for (const command of step.commands) if (!(await runCommand(command, runtime, env))) return false
  return true
}

/** True if the command exits with 0 in time. It gets its own process group, so that its child processes end with it. */
function runCommand({ args, saveTo }, runtime, env) {
  if (saveTo) fs.mkdirSync(path.dirname(saveTo), { recursive: true })
  const output = saveTo ? fs.openSync(saveTo, 'w') : 'inherit'
  return new Promise((resolve) => {
    const child = spawn(runtime, args, { cwd: root, env, stdio: ['ignore', output, 'inherit'], detached: process.platform !== 'win32' })
    const end = (signal) => endGroup(child.pid, signal)
    const timer = setTimeout(() => {
      console.error(`Cut off after ${STEP_LIMIT_MS / 60_000} minutes`)
      end('SIGKILL')
    }, STEP_LIMIT_MS)
    const interrupt = (signal) => {
      end(signal)
      process.exitCode = 130
    }
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    child.on('error', (error) => console.error(`${runtime} could not be started: ${error.message}`))
    child.on('close', (code) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      if (saveTo) fs.closeSync(output)
      resolve(code === 0)
    })
  })
}

function endGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch (error) {
    // It ended in this moment.
    if (error.code !== 'ESRCH') throw error
  }
}

function summarize(results, selected, startedAt) {
  const count = (outcome) => results.filter((result) => result.outcome === outcome).length
  console.log('\n── Summary')
  for (const { step, outcome, seconds } of results)
    console.log(`${outcome.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${step.id.padEnd(8)} ${step.title}`)
  for (const step of selected.slice(results.length))
    console.log(`${'not run'.padEnd(14)} ${''.padStart(9)}  ${step.id.padEnd(8)} ${step.title}`)
  console.log(`${''.padEnd(14)} ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  in all`)
  const failed = results.find((result) => result.outcome === 'failed')
  if (failed)
    console.log(
      `\nFailed: ${results
        .filter((result) => result.outcome === 'failed')
        .map((result) => result.step.id)
        .join(', ')}. Alone: npm test -- --only ${failed.step.id}`,
    )
  console.log(`\n${count('passed')} passed, ${count('failed')} failed`)
  if (failed) process.exitCode ||= 1
}
