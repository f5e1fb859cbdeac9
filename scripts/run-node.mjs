import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { root } from './ensure-dependencies.mjs'
import './watch-parent.mjs'

const WATCH = path.join(root, 'scripts', 'watch-parent.mjs')

/**
 * Replaces this program by one on the Node 24 runtime. Node 24 takes over this process, which saves 30 MB and the forwarding of
 * signals; an older Node starts a child and returns its exit code.
 */
export function runNode(runtime, args) {
  const environment = { ...process.env, PATH: [path.dirname(runtime), process.env.PATH].join(path.delimiter) }
  const all = ['--import', WATCH, ...args]
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    // "Experimental": the notice would otherwise be the first line of every start.
    process.removeAllListeners('warning')
    process.execve(runtime, [runtime, ...all], environment)
  }
  return runChild(runtime, all, environment)
}

/** A Ctrl-C reaches the child from the terminal itself; sent on a second time it would count as an order to hurry. */
function runChild(runtime, args, env) {
  return new Promise((resolve) => {
    const child = spawn(runtime, args, { stdio: 'inherit', env })
    const forward = (name) => {
      const isFromTerminal = name === 'SIGINT' && process.stdin.isTTY
      if (!isFromTerminal) child.kill(name)
    }
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, forward)
    child.on('error', (error) => {
      console.error(`${runtime} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]))
  })
}

export const inRoot = (...parts) => path.join(root, ...parts)
