import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readBody } from './github.ts'
import { listenLocally } from './listen.ts'
import type { LocalServer } from './listen.ts'

/** Fields of the next id token; `tamper` changes it after signing. */
export interface Forgery {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  signWith?: KeyObject
  tamper?: (token: string) => string
}

export interface HostileIssuer extends LocalServer {
  /** Stores the nonce of an authorization URL, as a provider would, and returns the redirect address. */
  visit(authorizeUrl: string): string
  forge(forgery: Forgery): void
  /** Overrides of the published metadata. */
  publish(metadata: Record<string, unknown>): void
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An issuer that signs whatever a test needs: tokens that an honest issuer would never send. */
export async function startHostileIssuer(): Promise<HostileIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let nonce = ''
  let audience = ''
  let forgery: Forgery = {}
  let published: Record<string, unknown> = {}

  const idToken = (issuer: string): string => {
    const now = Math.floor(Date.now() / 1_000)
    const usual = {
      iss: issuer,
      aud: audience,
      sub: 'hostile',
      nonce,
      iat: now,
      exp: now + 60,
      email: 'h@hostile.example',
      email_verified: true,
    }
    const head = encode({ alg: 'RS256', kid: 'one', ...forgery.header })
    const body = encode({ ...usual, ...forgery.claims })
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), forgery.signWith ?? privateKey).toString('base64url')
    const token = `${head}.${body}.${signature}`
    return forgery.tamper?.(token) ?? token
  }

  const server = await listenLocally((url) => async (request, response) => {
    const send = (value: unknown) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    await readBody(request)
    if (request.url === '/.well-known/openid-configuration')
      return send({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...published,
      })
    if (request.url === '/keys') return send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] })
    if (request.url === '/token') return send({ access_token: 'a', token_type: 'Bearer', id_token: idToken(url) })
    return void response.writeHead(404).end()
  })
  return {
    ...server,
    forge: (next) => void (forgery = next),
    publish: (metadata) => void (published = metadata),
    visit: (authorizeUrl) => {
      const requested = new URL(authorizeUrl).searchParams
      nonce = requested.get('nonce') ?? ''
      audience = requested.get('client_id') ?? ''
      return `${requested.get('redirect_uri') ?? ''}?${new URLSearchParams({ code: 'any', state: requested.get('state') ?? '' }).toString()}`
    },
  }
}

/** Key of a signer other than the issuer. */
export const strangersKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
