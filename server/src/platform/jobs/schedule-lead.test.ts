import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { until } from '../../testing/test-runs.ts'
import { systemLogin } from '../create-platform.ts'

let t: TestApp
const children: ChildProcess[] = []
const said = new Map<number, string>()

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
function startProcess(): ChildProcess {
  const { connection } = t
  const times = { leaseMs: 600, beatEveryMs: 100 }
  const secret = testSecrets.encryptionKey
  const options = JSON.stringify({ connection, secret, asSystem: { ...connection, ...systemLogin(secret) }, times })
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'testing', 'schedule-process.ts'), options])
  children.push(child)
  child.stdout?.on('data', (chunk: Buffer) => said.set(child.pid ?? 0, (said.get(child.pid ?? 0) ?? '') + String(chunk)))
  return child
}
const rows = async () =>
  (await t.owner.query<{ no: number; pid: number; epoch: number; ended_under: number }>('select * from app.tick_log order by no')).rows
const hasTicked = (child: ChildProcess, after = 0) =>
  until(async () => (await rows()).some(({ pid, no }) => pid === child.pid && no > after), 30_000)
const logOf = (child: ChildProcess) => said.get(child.pid ?? 0) ?? ''

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
