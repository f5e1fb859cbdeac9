import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { mcpLimits } from '@imperium/contract/mcp/mcp.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isLoopbackHost } from '../server/own-host.ts'

/**
 * A registered client is its own id, signed: registration is open to everyone (RFC 7591), so it must store nothing that a flood of
 * them could fill.
 */
const Client = z.object({ name: z.string(), uris: z.array(z.string()).min(1).max(mcpLimits.redirectUris) })
export type Client = z.infer<typeof Client>

type Signer = Pick<Platform, 'hashAddress'>
const keys = new WeakMap<Signer['hashAddress'], KeyObject>()

// Derived from the key of the addresses, which outlives every rotation: a client registers once.
function keyOf({ hashAddress }: Signer): KeyObject {
  const key = keys.get(hashAddress) ?? createSecretKey(hashAddress('\0mcp client'))
  keys.set(hashAddress, key)
  return key
}

const tagOf = (signer: Signer, payload: string): Buffer => createHmac('sha256', keyOf(signer)).update(payload).digest().subarray(0, 24)

export function sealClient(signer: Signer, client: Client): string {
  const payload = Buffer.from(JSON.stringify(client)).toString('base64url')
  return `mcp.${payload}.${tagOf(signer, payload).toString('base64url')}`
}

/** Null for an id that is not ours. */
export function openClient(signer: Signer, clientId: string): Client | null {
  const [prefix, payload = '', tag = '', ...more] = clientId.split('.')
  const given = Buffer.from(tag, 'base64url')
  const expected = tagOf(signer, payload)
  if (prefix !== 'mcp' || more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return Client.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

/** `com.example.app:`: a domain of the app's maker, backwards (RFC 8252, 7.1). */
const reverseDomain = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/

/** Schemes of editors and assistants in wide use that are no domain. Any other could be claimed by every program of the device. */
const knownSchemes: ReadonlySet<string> = new Set(['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:'])

/** https, a program on the user's own machine, or an app by its reverse domain or a well-known scheme. */
export function mayRedirectTo(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, hash, username, password } = new URL(uri)
  if (hash || uri.includes('#') || username || password) return false
  if (protocol === 'http:') return isLoopbackHost(hostname)
  return protocol === 'https:' ? hostname !== '' : reverseDomain.test(protocol) || knownSchemes.has(protocol)
}

/** Exactly one of the registered addresses; on the own machine at any port (RFC 8252, 7.3). */
export const isRegistered = ({ uris }: Client, uri: string): boolean =>
  mayRedirectTo(uri) && uris.some((each) => each === uri || (isOnThisDevice(uri) && withoutPort(each) === withoutPort(uri)))

export const isOnThisDevice = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && isLoopbackHost(hostname)
}

function withoutPort(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}

/** What a person can judge of an address: its scheme and host, as `https://assistant.example` or `cursor://login`. */
export function originOf(uri: string): string {
  const { protocol, host } = new URL(uri)
  return host === '' ? protocol : `${protocol}//${host}`
}
