import { lookup as dnsLookup } from 'node:dns/promises'
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectSecure, type ConnectionOptions } from 'node:tls'
import { englishOf, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { normalizeHostname } from '../http-out/address-rules.ts'
import { createReplyReader, SmtpProtocolError, type ReplyReader, type SmtpReply } from './smtp-replies.ts'

export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS is used when offered. */
  secure?: boolean | undefined
  /** Requires STARTTLS. */
  requireTLS?: boolean | undefined
  ignoreTLS?: boolean | undefined
  auth?: { user: string; pass: string } | undefined
  /** Our name in the greeting. */
  name?: string | undefined
  /** Whether a connection is allowed: `createAddressRules` of http-out, for a host that a user gave. */
  checkAddress?: ((target: { hostname: string; port: number; address: string }) => boolean) | undefined
  tls?: Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized' | 'servername'> | undefined
}

export interface SmtpTimeouts {
  /** To connect, and until the greeting. */
  connectMs: number
  /** Longest silence before a reply. */
  silenceMs: number
  /** Longest silence after the whole content. Servers scan it then. */
  acceptMs: number
}

/** A connection on which messages can be sent. */
export interface SmtpSession {
  socket: Socket
  reader: ReplyReader
  /** In capitals, with their parameters. */
  extensions: ReadonlyMap<string, string>
}

/** No connection could be opened. `reply` is the server's, if any. */
export class SmtpOpenError extends Error {
  override readonly name = 'SmtpOpenError'
  readonly reply: SmtpReply | null
  readonly text: Text

  constructor(text: Text, reply: SmtpReply | null = null) {
    super(englishOf(text))
    this.text = text
    this.reply = reply
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.message : String(error)

/** Looks the host up once; only allowed addresses are used to connect. */
const lookupAllowed = async ({ host, port, checkAddress }: SmtpServer): Promise<{ address: string; family: number }[]> => {
  const name = normalizeHostname(host)
  const family = isIP(name)
  const found = family ? [{ address: name, family }] : await dnsLookup(name, { all: true, verbatim: true })
  const allowed = checkAddress ? found.filter(({ address }) => checkAddress({ hostname: name, port, address })) : found
  if (allowed.length === 0) throw new SmtpOpenError('This address is not reachable from here. The operator can allow it with EGRESS_ALLOW.')
  return allowed
}

const nextEvent = (socket: Socket, event: 'connect' | 'secureConnect', timeoutMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(new SmtpOpenError('The mail server did not answer in time.')), timeoutMs)
    const settle = (error?: Error) => {
      clearTimeout(timer)
      socket.off('error', settle)
      socket.off('close', onClose)
      if (error) reject(error)
      else resolve()
    }
    const onClose = () => settle(new SmtpOpenError('The mail server closed the connection.'))
    socket.once(event, () => settle())
    socket.once('error', settle)
    socket.once('close', onClose)
  })

const connect = async (server: SmtpServer, timeouts: SmtpTimeouts): Promise<Socket> => {
  const allowed = await lookupAllowed(server)
  const [first] = allowed
  if (!first) throw new SmtpOpenError('The name of the mail server is not known.')
  // The lookup returns the checked address, so a different later DNS result has no effect.
  const lookup: LookupFunction = (_name, options, callback) => {
    if (options.all) callback(null, allowed)
    else callback(null, first.address, first.family)
  }
  const host = normalizeHostname(server.host)
  const socket = server.secure
    ? connectSecure({ host, port: server.port, lookup, ...nameForTls(server), ...server.tls })
    : connectPlain({ host, port: server.port, lookup, autoSelectFamily: true })
  try {
    await nextEvent(socket, server.secure ? 'secureConnect' : 'connect', timeouts.connectMs)
  } catch (error) {
    socket.destroy()
    throw error
  }
  socket.setNoDelay(true)
  return socket
}

const nameForTls = ({ host }: SmtpServer): { servername?: string } =>
  isIP(normalizeHostname(host)) ? {} : { servername: normalizeHostname(host) }

/** Until messages flow: one command, one reply. */
class Opening {
  #socket: Socket
  #reader = createReplyReader()
  readonly #server: SmtpServer
  readonly #timeouts: SmtpTimeouts

  constructor(socket: Socket, server: SmtpServer, timeouts: SmtpTimeouts) {
    this.#socket = socket
    this.#server = server
    this.#timeouts = timeouts
  }

  async #reply(timeoutMs: number): Promise<SmtpReply> {
    const socket = this.#socket
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(new SmtpOpenError('The mail server did not answer in time.'))), timeoutMs)
      const finish = (settle: () => void) => {
        clearTimeout(timer)
        socket.off('data', onData)
        socket.off('error', reject)
        socket.off('close', onClose)
        settle()
      }
      const onClose = () => finish(() => reject(new SmtpOpenError('The mail server closed the connection.')))
      const onData = (bytes: Buffer) => {
        try {
          const [reply, ...more] = this.#reader.push(bytes)
          // More than one reply was not requested; before STARTTLS it could be injected (CVE-2011-0411).
          if (reply && (more.length > 0 || !this.#reader.isEmpty())) throw new SmtpProtocolError('more than one reply to one command')
          if (reply) finish(() => resolve(reply))
        } catch (error) {
          finish(() => reject(error))
        }
      }
      socket.on('data', onData)
      socket.once('error', reject)
      socket.once('close', onClose)
      if (socket.destroyed) onClose()
    })
  }

  async #command(line: string): Promise<SmtpReply> {
    this.#socket.write(`${line}\r\n`)
    return this.#reply(this.#timeouts.silenceMs)
  }

  async #greet(): Promise<Map<string, string>> {
    const own = this.#server.name ?? hostname()
    const name = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$|^\[[A-Za-z0-9.:]+\]$/.test(own) ? own : '[127.0.0.1]'
    const hello = await this.#command(`EHLO ${name}`)
    if (hello.code === 250) {
      const [, ...offered] = hello.text.split('\n')
      return new Map(offered.map((line) => [line.split(/[ =]/, 1)[0]?.toUpperCase() ?? '', line.replace(/^[^ =]*[ =]?/, '').toUpperCase()]))
    }
    const short = hello.code >= 500 ? await this.#command(`HELO ${name}`) : hello
    if (short.code !== 250)
      throw new SmtpOpenError(message('The mail server did not greet us: {response}', { response: short.summary }), short)
    return new Map()
  }

  async #startTls(): Promise<void> {
    const response = await this.#command('STARTTLS')
    if (response.code !== 220)
      throw new SmtpOpenError(message('The mail server did not start TLS: {response}', { response: response.summary }), response)
    const secure = connectSecure({ socket: this.#socket, ...nameForTls(this.#server), ...this.#server.tls })
    secure.on('error', () => undefined)
    await nextEvent(secure, 'secureConnect', this.#timeouts.connectMs)
    this.#socket = secure
    this.#reader = createReplyReader()
  }

  async #signIn({ user, pass }: { user: string; pass: string }, mechanisms: string, encrypted: boolean): Promise<void> {
    const local = /^(127\.|::1$|::ffff:127\.)/.test(this.#socket.remoteAddress ?? '')
    if (!encrypted && !local && !this.#server.ignoreTLS) {
      throw new SmtpOpenError('The mail server offers no encryption, so the password was not sent to it.')
    }
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    let response: SmtpReply
    if (/\bPLAIN\b/.test(mechanisms)) response = await this.#command(`AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`)
    else if (/\bLOGIN\b/.test(mechanisms)) {
      response = await this.#command('AUTH LOGIN')
      if (response.code === 334) response = await this.#command(base64(user))
      if (response.code === 334) response = await this.#command(base64(pass))
    } else throw new SmtpOpenError('The mail server offers no way to sign in that we know (PLAIN, LOGIN).')
    if (response.code !== 235)
      throw new SmtpOpenError(message('The mail server refused our sign-in: {response}', { response: response.summary }), response)
  }

  async open(): Promise<SmtpSession> {
    const { secure, ignoreTLS, requireTLS, auth } = this.#server
    const greeting = await this.#reply(this.#timeouts.connectMs)
    if (greeting.code !== 220)
      throw new SmtpOpenError(message('The mail server rejected the connection: {response}', { response: greeting.summary }), greeting)
    let extensions = await this.#greet()
    const offersTls = extensions.has('STARTTLS')
    if (!secure && requireTLS && !offersTls) throw new SmtpOpenError('The mail server offers no encryption.')
    const upgrade = !secure && offersTls && !ignoreTLS
    if (upgrade) {
      await this.#startTls()
      extensions = await this.#greet()
    }
    if (auth) await this.#signIn(auth, extensions.get('AUTH') ?? '', secure === true || upgrade)
    return { socket: this.#socket, reader: this.#reader, extensions }
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

/** Connects, greets, encrypts when offered and signs in. Throws `SmtpOpenError`. */
export const openSmtpSession = async (server: SmtpServer, timeouts: SmtpTimeouts): Promise<SmtpSession> => {
  let opening: Opening | undefined
  try {
    const socket = await connect(server, timeouts)
    // Each step listens for itself; between two of them a broken connection must not end the process.
    socket.on('error', () => undefined)
    opening = new Opening(socket, server, timeouts)
    return await opening.open()
  } catch (error) {
    opening?.destroy()
    throw error instanceof SmtpOpenError
      ? error
      : new SmtpOpenError(message('The mail server could not be reached ({code}).', { code: codeOf(error) }))
  }
}
