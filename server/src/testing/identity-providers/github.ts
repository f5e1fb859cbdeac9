import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { newToken } from '../../platform/crypto/crypto.ts'
import { listenLocally } from './listen.ts'
import type { LocalServer } from './listen.ts'

export interface GithubPerson {
  id: number
  login: string
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

export interface LocalGithub extends LocalServer {
  clientId: string
  clientSecret: string
  signInAs(person: GithubPerson): void
}

interface Grant {
  person: GithubPerson
  challenge: string
  redirectUri: string
}

/** GitHub's part of OAuth 2 and of its API, in its shapes: codes work once and only with their PKCE verifier. */
export async function startGithub(): Promise<LocalGithub> {
  const client = { id: 'github-tests', secret: newToken() }
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, GithubPerson>()
  let current: GithubPerson | null = null

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    if (!current || query.get('client_id') !== client.id) return void response.writeHead(404).end()
    const redirectUri = query.get('redirect_uri') ?? ''
    const code = newToken()
    codes.set(code, { person: current, challenge: query.get('code_challenge') ?? '', redirectUri })
    const location = `${redirectUri}?${new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()}`
    response.writeHead(302, { location }).end()
  }

  const exchange = (form: URLSearchParams, response: ServerResponse) => {
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === client.id &&
      form.get('client_secret') === client.secret
    if (!grant || !isRight) return sendJson(response, { error: 'bad_verification_code' })
    const accessToken = newToken()
    tokens.set(accessToken, grant.person)
    return sendJson(response, { access_token: accessToken, token_type: 'bearer', scope: 'read:user,user:email' })
  }

  const api = (path: string, request: IncomingMessage, response: ServerResponse) => {
    const person = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person) return void response.writeHead(401).end()
    if (path === '/api/user') return sendJson(response, { id: person.id, login: person.login, name: person.name, type: 'User' })
    if (path === '/api/user/emails') return sendJson(response, person.emails)
    return void response.writeHead(404).end()
  }

  const server = await listenLocally((url) => async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (pathname === '/login/oauth/authorize') authorize(searchParams, response)
    else if (pathname === '/login/oauth/access_token') exchange(new URLSearchParams(await readBody(request)), response)
    else api(pathname, request, response)
  })
  return { ...server, clientId: client.id, clientSecret: client.secret, signInAs: (person) => void (current = person) }
}

const sendJson = (response: ServerResponse, value: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))

export async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
