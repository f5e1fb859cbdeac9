import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { root } from './ensure-dependencies.mjs'

/**
 * Runs a program on the Node 24 runtime in our place: its terminal, its signals, its exit code.
 * A Ctrl-C reaches it from the terminal itself; sent on a second time it would count as an order to hurry.
 */
export function runNode(runtime, args) {
  return new Promise((resolve) => {
    const PATH = [path.dirname(runtime), process.env.PATH].join(path.delimiter)
    const child = spawn(runtime, args, { stdio: 'inherit', env: { ...process.env, PATH } })
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
