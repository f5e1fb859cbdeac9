// Webhook messages per second of the transport alone, beside a bare undici pool.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWebhookTransport } from '../../server/src/platform/delivery/webhook.ts'
import { createHttpOut } from '../../server/src/platform/http-out/http-out.ts'
import { openBarePool } from '../../server/src/platform/http-out/testing/bare-pool.ts'
import type { Figure } from '../figure.ts'
import { median } from '../figure.ts'
import { rateOf } from '../rate.ts'

const times = 5_000
const rounds = 3
const inFlight = 10
const body = JSON.stringify({ event: 'campaign.message', name: 'Ada', text: 'Words of a message. '.repeat(10) })

/** A receiver that answers 200 to every request; runs as its own process. */
function startReceiver(): Promise<{ url: string; stop(): void }> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the receiver ended')))
    child.once('message', (port) => resolve({ url: `http://127.0.0.1:${Number(port)}`, stop: () => void child.kill() }))
  })
}

async function runOurs(url: string): Promise<number> {
  const httpOut = createHttpOut({ allow: ['127.0.0.1'] })
  const transport = createWebhookTransport({ httpOut, secret: 'a secret of the bench', url })
  try {
    return await rateOf(times, inFlight, async (index) => {
      const outcome = await transport.send({ identity: `bench/${index}`, to: url, content: { channel: 'webhook', body } })
      if (outcome.kind !== 'accepted') throw new Error(`${outcome.kind}: ${outcome.response}`)
    })
  } finally {
    await httpOut.close()
  }
}

async function runBare(url: string): Promise<number> {
  const pool = openBarePool(url, inFlight)
  try {
    return await rateOf(times, inFlight, () => pool.post(body))
  } finally {
    await pool.close()
  }
}

export async function benchWebhookSpeed(): Promise<Figure[]> {
  const receiver = await startReceiver()
  try {
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await runOurs(receiver.url))
      bare.push(await runBare(receiver.url))
    }
    const beside = { name: 'bare undici pool', value: median(bare), unit: 'messages/s' }
    const ratio = median(ours) / median(bare)
    const note = `signed twice, through http-out, ${inFlight} in flight`
    return [{ name: 'webhook transport', value: median(ours), unit: 'messages/s', beside, ratio, aim: { of: 'ratio', atLeast: 0.3 }, note }]
  } finally {
    receiver.stop()
  }
}

if (import.meta.main && process.send) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('ok'))
  }).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit())
}
