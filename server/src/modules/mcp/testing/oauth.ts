import { createHash, randomBytes } from 'node:crypto'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

export const redirectUri = 'http://localhost:7777/callback'
export const verifier = randomBytes(32).toString('base64url')
export const codeChallenge = createHash('sha256').update(verifier).digest('base64url')

interface TokenReply {
  access_token: string
  refresh_token: string
  error?: string
}

let registrations = 0

export async function registerClient({ app }: Pick<TestApp, 'app'>, uris: readonly string[] = [redirectUri]) {
  const payload = { client_name: 'Test assistant', redirect_uris: uris }
  // From a network of its own each time: registrations of one are limited.
  registrations += 1
  const remoteAddress = `10.7.${registrations >> 8}.${registrations & 255}`
  const reply = await app.inject({ method: 'POST', url: '/oauth/register', payload, remoteAddress })
  return { status: reply.statusCode, clientId: reply.json<{ client_id: string }>().client_id }
}

export async function askForTokens({ app }: Pick<TestApp, 'app'>, fields: Record<string, string>, url = '/oauth/token') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
  return { status: reply.statusCode, body: reply.json<TokenReply>() }
}

/** A member consents; answers the code that the assistant gets. */
export async function consent(t: TestApp, user: TestUser, clientId: string, scopes: readonly string[]) {
  const body = { clientId, redirectUri, scopes, codeChallenge, state: 'xyz' }
  const reply = await t.call<{ location: string }>('POST', '/api/mcp/connections', { token: user.token, body })
  const location = reply.status === 200 ? new URL(reply.body.data.location) : null
  return { status: reply.status, location, code: location?.searchParams.get('code') ?? '' }
}

export const exchangeFields = (clientId: string, code: string) => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code,
  code_verifier: verifier,
  redirect_uri: redirectUri,
})
