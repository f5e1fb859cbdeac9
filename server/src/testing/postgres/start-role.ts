import { spawn } from 'node:child_process'
import path from 'node:path'
import { processEnv } from '../process-env.ts'

const main = path.join(import.meta.dirname, '../../main.ts')

export interface RoleProcess {
  stop(): Promise<void>
}

/** Starts one process with one role as an operator does, and waits until it is ready. */
export async function startRole(role: 'api' | 'worker' | 'scheduler', settings: Record<string, string>): Promise<RoleProcess> {
  const env = { ...processEnv(), HOME: process.env['HOME'], LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...settings, ROLE: role }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const endAtExit = () => child.kill('SIGKILL')
  process.once('exit', endAtExit)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(' is ready in ')) resolve()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    void ended.then(() => reject(new Error(`${role} ended with ${child.exitCode}:\n${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    process.off('exit', endAtExit)
  }
  return { stop }
}
