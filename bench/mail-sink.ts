// A mail server that accepts every message and stores only counts; runs as its own process. Supports pipelining (RFC 2920).
import { fork } from 'node:child_process'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface MailSink {
  host: string
  port: number
  /** Messages and bytes of content taken so far. */
  count(): Promise<{ messages: number; bytes: number }>
  stop(): void
}

/** Starts one. With `pipelining` false it does not offer it. */
export function startMailSink({ pipelining = true }: { pipelining?: boolean } = {}): Promise<MailSink> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send({ pipelining })
  const count = () =>
    new Promise<{ messages: number; bytes: number }>((resolve) => {
      child.once('message', (counted) => resolve(counted as { messages: number; bytes: number }))
      child.send('count')
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the mail sink ended')))
    child.once('message', (port) => resolve({ host: '127.0.0.1', port: Number(port), count, stop: () => void child.kill() }))
  })
}

const [contentEnd, lineEnd] = [Buffer.from('\r\n.\r\n'), Buffer.from('\r\n')] as const
const taken = { messages: 0, bytes: 0 }

/** Serves one connection. All replies to one chunk of input are written together. */
function serve(socket: Socket, greeting: string): void {
  let rest: Buffer = Buffer.alloc(0)
  let inData = false
  socket.on('error', () => socket.destroy())
  socket.setNoDelay(true)
  socket.write('220 sink ESMTP\r\n')
  socket.on('data', (bytes) => {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    let replies = ''
    for (;;) {
      const end = rest.indexOf(inData ? contentEnd : lineEnd)
      if (end < 0) break
      if (inData) {
        taken.messages += 1
        taken.bytes += end
        replies += `250 2.0.0 Ok: queued as ${taken.messages}\r\n`
        rest = rest.subarray(end + 5)
        inData = false
        continue
      }
      const command = rest.toString('latin1', 0, Math.min(end, 4)).toUpperCase()
      rest = rest.subarray(end + 2)
      if (command === 'EHLO') replies += greeting
      else if (command === 'DATA') {
        replies += '354 go ahead\r\n'
        inData = true
      } else if (command === 'QUIT') {
        socket.end(`${replies}221 bye\r\n`)
        return
      } else replies += '250 2.0.0 Ok\r\n'
    }
    if (replies) socket.write(replies)
  })
}

if (import.meta.main) {
  process.once('message', ({ pipelining }: { pipelining: boolean }) => {
    const greeting = `250-sink\r\n${pipelining ? '250-PIPELINING\r\n' : ''}250-8BITMIME\r\n250 ENHANCEDSTATUSCODES\r\n`
    const server = createServer((socket) => serve(socket, greeting)).listen(0, '127.0.0.1', () => {
      process.send?.((server.address() as AddressInfo).port)
    })
    process.on('message', () => process.send?.(taken))
  })
  process.once('disconnect', () => process.exit())
}
