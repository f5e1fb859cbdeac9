import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { PaymentOrder } from '@imperium/contract/billing/billing.ts'
import { killPoints, paymentState, reportOf, startOrders } from '../../testing/payments/crash-payments.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { testEncryptionKey } from '../../testing/test-secrets.ts'

const entry = path.join(import.meta.dirname, '../../main.ts')
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

async function untilReady(child: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('is ready')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)))
  })
}

// `npm run bench payment-crash` kills at each of five points.
test('kill -9 of a server in the middle of an activation leaves nothing of it, and the repeated report activates once', async () => {
  const orders = await startOrders()
  const t = await createTestApp({ log: 'silent', env: orders.settings })
  const { host, port: databasePort, user, database } = t.connection
  const dataDir = mkdtempSync('/var/tmp/imperium-payment-kill-')
  const DATABASE_URL = `postgres://${user}@localhost:${databasePort}/${database}?host=${encodeURIComponent(String(host))}`
  const settings = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ROLE: 'api', DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey }
  const children: ChildProcess[] = []
  const startServer = async (): Promise<{ child: ChildProcess; url: string }> => {
    const port = await freePort()
    const env = { ...settings, ...orders.settings, PORT: String(port), LOG_FORMAT: 'pretty' }
    const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    await untilReady(child)
    return { child, url: `http://127.0.0.1:${port}` }
  }
  try {
    const [servers, owner] = await Promise.all([Promise.all([startServer(), startServer()]), t.register()])
    const body = { planType: 'EMPEROR', billingCycle: 'MONTHLY' }
    const { amount } = (await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: owner.token, body })).body.data
    const { payload, headers } = reportOf(amount)
    const read = async () => (await t.owner.query(paymentState)).rows[0] as unknown
    for (const [at, point] of (['ledger', 'end'] as const).entries()) {
      const server = servers[at]
      const blocker = await t.owner.connect()
      await blocker.query('begin')
      await blocker.query(killPoints[point])
      const lost = fetch(`${server?.url}/api/payments/webhooks/razorpay`, { method: 'POST', headers, body: payload }).catch(() => 'lost')
      const waiting = "select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'"
      await expect.poll(async () => (await t.owner.query(waiting, [database])).rowCount, { timeout: 20_000 }).toBe(1)
      server?.child.kill('SIGKILL')
      expect(await lost).toBe('lost')
      // For the database the process is gone once it meets the broken connection.
      await blocker.query('rollback')
      blocker.release()
      await expect.poll(read, { timeout: 20_000 }).toEqual({ status: 'created', plan: 'FREE', entries: 0, invoices: 0, events: 0, sum: 0 })
    }
    const report = () => t.app.inject({ method: 'POST', url: '/api/payments/webhooks/razorpay', headers, payload })
    for (let at = 0; at < 2; at++) expect((await report()).statusCode).toBe(200)
    expect(await read()).toEqual({ status: 'activated', plan: 'EMPEROR', entries: 1, invoices: 1, events: 1, sum: 0 })
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await t.close()
    orders.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
