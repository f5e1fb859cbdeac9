import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { until } from '../../testing/test-runs.ts'
import { systemLogin } from '../create-platform.ts'
import { startSilentProxy } from './testing/silent-proxy.ts'

let t: TestApp
const children: ChildProcess[] = []
const output = new Map<number, string>()

beforeAll(async () => {
  t = await createTestApp()
  await t.owner.query('create table app.tick_log (no serial, pid int, epoch int, ended_under int)')
  await t.owner.query(
    'grant select, insert, update on app.tick_log to imperium_system; grant usage on app.tick_log_no_seq to imperium_system',
  )
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await t.close()
})

/** A scheduler process of its own on this database. */
function startProcess(host?: string): ChildProcess {
  const connection = { ...t.connection, ...(host === undefined ? {} : { host }) }
  const times = { leaseMs: 600, beatEveryMs: 100 }
  const secret = testSecrets.encryptionKey
  const options = JSON.stringify({ connection, secret, asSystem: { ...connection, ...systemLogin(secret) }, times })
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'testing', 'schedule-process.ts'), options])
  children.push(child)
  child.stdout?.on('data', (chunk: Buffer) => output.set(child.pid ?? 0, (output.get(child.pid ?? 0) ?? '') + String(chunk)))
  return child
}
const rows = async () =>
  (await t.owner.query<{ no: number; pid: number; epoch: number; ended_under: number }>('select * from app.tick_log order by no')).rows
const hasTicked = (child: ChildProcess, after = 0) =>
  until(async () => (await rows()).some(({ pid, no }) => pid === child.pid && no > after), 30_000)
const logOf = (child: ChildProcess) => output.get(child.pid ?? 0) ?? ''

test('a frozen leader is replaced, what it had begun is not written when it wakes, and a dead one is replaced too', async () => {
  const first = startProcess()
  await hasTicked(first)
  const second = startProcess()
  first.kill('SIGSTOP')
  await hasTicked(second)
  await until(async () => logOf(second).includes('did not answer'))
  const [frozenAt] = (await rows()).filter(({ pid }) => pid === first.pid).slice(-1)
  first.kill('SIGCONT')
  await until(async () => /no longer leads/.test(logOf(first)), 30_000)
  const last = (await rows()).at(-1)
  await hasTicked(second, last?.no)
  const all = await rows()
  expect(all.filter(({ pid }) => pid === first.pid).at(-1)).toEqual(frozenAt)
  // No transaction was written under another lead than the one it began under.
  expect(all.filter(({ epoch, ended_under }) => ended_under !== null && ended_under < epoch)).toEqual([])
  expect(new Set(all.filter(({ pid }) => pid === first.pid).map(({ epoch }) => epoch)).size).toBe(1)
  second.kill('SIGKILL')
  await hasTicked(first, all.at(-1)?.no)
  expect(logOf(first)).toContain('has ended')
})

// No connection ends and nothing is refused: only nothing comes any more, as behind a switch that died.
test('a leader whose network goes silent is replaced, and what it sent arrives too late to be written', async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  const proxy = await startSilentProxy({ host: String(t.connection.host), port: Number(t.connection.port) })
  const first = startProcess(proxy.folder)
  await hasTicked(first, (await rows()).at(-1)?.no)
  const second = startProcess()
  proxy.cut()
  const cutAt = (await rows()).at(-1)?.no ?? 0
  await hasTicked(second, cutAt)
  await until(async () => logOf(second).includes('did not answer'), 30_000)
  const leading = (await rows()).at(-1)
  proxy.heal()
  await until(async () => /no longer leads/.test(logOf(first)), 30_000)
  await hasTicked(second, leading?.no)
  const late = (await rows()).filter(({ no, epoch }) => no > cutAt && epoch < (leading?.epoch ?? 0))
  expect(late.filter(({ ended_under }) => ended_under !== null && ended_under >= (leading?.epoch ?? 0))).toEqual([])
  // It stands by again, and leads when the other has ended.
  second.kill('SIGKILL')
  await hasTicked(first, (await rows()).at(-1)?.no)
  proxy.close()
})
