import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface AcceptedMail {
  from: string
  to: string
  /** Dots undone. */
  data: string
  connection: number
}

export interface Script {
  /** Lines of the EHLO reply after the first. */
  extensions?: readonly string[]
  greeting?: string
  /** Accepts content even after refusing the recipient. */
  pipelinesAlways?: boolean
  /** Replaces the usual reply; undefined: the usual one, null: silence, 'hang up': closes the connection. */
  answer?: (command: string, context: { connection: number; inContent: boolean; mails: number }) => string | null | undefined
  /** Fault of the nth connection (from 0): after so many bytes in either direction it is cut, or becomes silent. */
  breakAt?: (connection: number) => { received?: number; sent?: number; silent?: boolean } | undefined
}

export interface ScriptedSmtp {
  port: number
  taken: AcceptedMail[]
  /** Each write of the client to the first connection. */
  writes: string[]
  connections(): number
  /** Bytes of the first connection in both directions. */
  traffic: { received: number; sent: number }
  close(): Promise<void>
}

const DEFAULT_EXTENSIONS = ['PIPELINING', '8BITMIME', 'ENHANCEDSTATUSCODES', 'SIZE 1000000']

interface Shared {
  script: Script
  taken: AcceptedMail[]
  writes: string[]
  traffic: { received: number; sent: number }
}

/** One connection to the server, numbered from 0. */
class ScriptedConnection {
  readonly #shared: Shared
  readonly #socket: Socket
  readonly #index: number
  readonly #limit: { received?: number; sent?: number; silent?: boolean }
  #received = 0
  #sent = 0
  #rest = ''
  #inContent = false
  #mayStart = false
  #mails = 0
  #from = ''
  #to = ''
  #broken = false

  constructor(shared: Shared, socket: Socket, index: number) {
    this.#shared = shared
    this.#socket = socket
    this.#index = index
    this.#limit = shared.script.breakAt?.(index) ?? {}
    socket.on('error', () => undefined)
    this.#say(`${shared.script.greeting ?? '220 scripted ESMTP'}\r\n`)
    socket.on('data', (bytes) => this.#read(bytes))
  }

  #breakOff(): void {
    this.#broken = true
    if (!this.#limit.silent) this.#socket.destroy()
  }

  #say(text: string): void {
    if (this.#broken) return
    const left = (this.#limit.sent ?? Infinity) - this.#sent
    const part = text.slice(0, left)
    this.#sent += part.length
    if (this.#index === 0) this.#shared.traffic.sent += part.length
    if (left > text.length) {
      this.#socket.write(part)
      return
    }
    this.#broken = true
    this.#socket.write(part, () => (this.#limit.silent ? undefined : this.#socket.destroy()))
  }

  #usual(command: string): string {
    const { script, taken } = this.#shared
    if (this.#inContent) return `250 2.0.0 Ok: queued as Q${taken.length}`
    const verb = command.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') {
      const lines = ['scripted', ...(script.extensions ?? DEFAULT_EXTENSIONS)]
      return lines.map((line, index) => `250${index < lines.length - 1 ? '-' : ' '}${line}`).join('\r\n')
    }
    if (verb === 'DATA') return this.#mayStart || script.pipelinesAlways ? '354 go ahead' : '503 5.5.1 No recipient'
    return verb === 'QUIT' ? '221 bye' : '250 2.0.0 Ok'
  }

  #keep(content: string): void {
    const data = content.replace(/^\.|(?<=\r\n)\./g, '')
    this.#shared.taken.push({ from: this.#from, to: this.#to, data, connection: this.#index })
  }

  #take(command: string): void {
    const context = { connection: this.#index, inContent: this.#inContent, mails: this.#mails }
    const response = this.#shared.script.answer?.(command, context)
    if (response === 'hang up') return this.#breakOff()
    const reply = response === undefined ? this.#usual(command) : response
    const ok = reply?.startsWith('250') === true
    if (this.#inContent) {
      this.#inContent = false
      this.#mails += 1
      if (ok || reply === null) this.#keep(command)
    } else if (reply?.startsWith('354')) this.#inContent = true
    const [, kind, address = ''] = /^(MAIL FROM|RCPT TO):<([^>]*)>/i.exec(command) ?? []
    if (kind === 'MAIL FROM') [this.#from, this.#mayStart] = [address, ok]
    if (kind === 'RCPT TO') [this.#to, this.#mayStart] = [address, ok && this.#mayStart]
    if (reply !== null) this.#say(`${reply}\r\n`)
    if (command === 'QUIT') this.#socket.end()
  }

  #read(bytes: Buffer): void {
    if (this.#index === 0) this.#shared.writes.push(bytes.toString())
    if (this.#broken) return
    const part = bytes.subarray(0, (this.#limit.received ?? Infinity) - this.#received)
    this.#received += part.length
    if (this.#index === 0) this.#shared.traffic.received += part.length
    this.#rest += part.toString('latin1')
    while (!this.#broken) {
      const mark = this.#inContent ? (this.#rest.startsWith('.\r\n') ? '.\r\n' : '\r\n.\r\n') : '\r\n'
      const end = this.#rest.indexOf(mark)
      if (end < 0) break
      // The line end before the final dot belongs to the content.
      const command = this.#rest.slice(0, mark.length > 3 ? end + 2 : end)
      this.#rest = this.#rest.slice(end + mark.length)
      this.#take(command)
    }
    if (this.#received >= (this.#limit.received ?? Infinity)) this.#breakOff()
  }
}

/** A mail server that follows a script, including cut connections. */
export async function startScriptedSmtp(script: Script = {}): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>()
  const shared: Shared = { script, taken: [], writes: [], traffic: { received: 0, sent: 0 } }
  let count = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    void new ScriptedConnection(shared, socket, count++)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    taken: shared.taken,
    writes: shared.writes,
    traffic: shared.traffic,
    connections: () => count,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
