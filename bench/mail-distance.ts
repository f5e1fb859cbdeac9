// Forwards bytes with a delay in each direction, to simulate the network to a mail server; runs as its own process.
import { fork } from 'node:child_process'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

interface Distance {
  port: number
  stop(): void
}

/** Adds `delayMs` of latency in each direction in front of a local port. */
export function startDistance(port: number, delayMs: number): Promise<Distance> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send({ port, delayMs })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the distance ended')))
    child.once('message', (own) => resolve({ port: Number(own), stop: () => void child.kill() }))
  })
}

const pass = (from: Socket, to: Socket, delayMs: number) => {
  from.setNoDelay(true)
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), delayMs))
  from.on('close', () => setTimeout(() => to.destroy(), delayMs))
  from.on('error', () => to.destroy())
}

if (import.meta.main) {
  process.once('message', ({ port, delayMs }: { port: number; delayMs: number }) => {
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      pass(near, far, delayMs)
      pass(far, near, delayMs)
    }).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  })
  process.once('disconnect', () => process.exit())
}
