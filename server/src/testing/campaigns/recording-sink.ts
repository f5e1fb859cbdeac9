// A mail server in its own process that records what it accepts, and fails as configured.
import { fork } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export interface SinkManners {
  /** Share (0 to 1) of messages deferred with 451 (no throttling) after their content. */
  putOff?: number
  /** Share of messages that are accepted, but the connection is cut instead of a reply. */
  cut?: number
  /** The server does not listen. */
  away?: boolean
  /** Milliseconds before the reply to a message. */
  delayMs?: number
  /** Number of messages that are stored unchanged. */
  keep?: number
}

export interface KeptMail {
  from: string
  to: string
  raw: string
}

export interface SinkReport {
  messages: number
  /** By recipient: how many copies were taken, and under how many Message-IDs. */
  recipients: Record<string, { copies: number; ids: number }>
}

export interface RecordingSink {
  port: number
  behave(manners: SinkManners): Promise<void>
  /** Messages taken so far. */
  count(): Promise<number>
  report(): Promise<SinkReport>
  kept(): Promise<KeptMail[]>
  stop(): void
}

export async function startRecordingSink(): Promise<RecordingSink> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ask = <T>(message: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const ended = () => reject(new Error('the mail sink ended'))
      child.once('exit', ended)
      child.once('message', (response) => {
        child.off('exit', ended)
        resolve(response as T)
      })
      child.send(message)
    })
  // One request at a time: responses arrive in order.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(message: object): Promise<T> => {
    const next = last.then(() => ask<T>(message))
    last = next.catch(() => undefined)
    return next
  }
  const { port } = await inTurn<{ port: number }>({ ask: 'port' })
  return {
    port,
    behave: async (manners) => void (await inTurn({ ask: 'behave', manners })),
    count: async () => (await inTurn<{ messages: number }>({ ask: 'count' })).messages,
    report: () => inTurn<SinkReport>({ ask: 'report' }),
    kept: async () => (await inTurn<{ kept: KeptMail[] }>({ ask: 'kept' })).kept,
    stop: () => void child.kill(),
  }
}

let manners: SinkManners = {}
let messages = 0
const kept: KeptMail[] = []
const taken = new Map<string, { copies: number; ids: Set<string> }>()

function record(sender: string, recipient: string, content: string): void {
  messages += 1
  if (kept.length < (manners.keep ?? 0)) kept.push({ from: sender, to: recipient, raw: `${content}\r\n` })
  const id = /^message-id:\s*(\S+)/im.exec(content)?.[1] ?? ''
  const entry = taken.get(recipient) ?? { copies: 0, ids: new Set() }
  entry.copies += 1
  entry.ids.add(id)
  taken.set(recipient, entry)
}

interface Session {
  rest: string
  inData: boolean
  sender: string
  recipient: string
}

/** Returns the reply to the received input; null to cut the connection. */
function response(session: Session): string | null {
  let replies = ''
  for (;;) {
    const end = session.rest.indexOf(session.inData ? '\r\n.\r\n' : '\r\n')
    if (end < 0) return replies
    if (session.inData) {
      const content = session.rest.slice(0, end)
      session.rest = session.rest.slice(end + 5)
      session.inData = false
      if (Math.random() < (manners.putOff ?? 0)) replies += '451 4.3.0 Try again later\r\n'
      else {
        record(session.sender, session.recipient, content)
        if (Math.random() < (manners.cut ?? 0)) return null
        replies += `250 2.0.0 Ok: queued as ${messages}\r\n`
      }
      continue
    }
    const line = session.rest.slice(0, end)
    session.rest = session.rest.slice(end + 2)
    const command = line.slice(0, 4).toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (command === 'MAIL') session.sender = address
    if (command === 'EHLO') replies += '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 ENHANCEDSTATUSCODES\r\n'
    else if (command === 'RCPT') {
      session.recipient = address
      replies += '250 2.1.5 Ok\r\n'
    } else if (command === 'DATA') {
      session.inData = true
      replies += '354 go ahead\r\n'
    } else replies += command === 'QUIT' ? '221 2.0.0 bye\r\n' : '250 2.0.0 Ok\r\n'
  }
}

const sockets = new Set<Socket>()

function serve(socket: Socket): void {
  const session: Session = { rest: '', inData: false, sender: '', recipient: '' }
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => socket.destroy())
  socket.setNoDelay(true)
  socket.write('220 sink ESMTP\r\n')
  socket.on('data', (bytes) => {
    session.rest += bytes.toString('latin1')
    const replies = response(session)
    if (replies === null) socket.destroy()
    else if (replies && manners.delayMs) setTimeout(() => socket.writable && socket.write(replies), manners.delayMs)
    else if (replies) socket.write(replies)
  })
}

async function change(server: Server, port: number, next: SinkManners): Promise<void> {
  manners = next
  if (next.away && server.listening) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  } else if (!next.away && !server.listening) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
}

if (import.meta.main) {
  const server = createServer(serve).listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.on('message', ({ ask, manners: next }: { ask: string; manners?: SinkManners }) => {
      if (ask === 'behave') void change(server, port, next ?? {}).then(() => process.send?.({}))
      else if (ask === 'kept') process.send?.({ kept })
      else if (ask === 'report') {
        const recipients = Object.fromEntries([...taken].map(([name, { copies, ids }]) => [name, { copies, ids: ids.size }]))
        process.send?.({ messages, recipients })
      } else process.send?.({ port, messages })
    })
  })
  process.once('disconnect', () => process.exit())
}
