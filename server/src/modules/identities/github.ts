import {
  ClientSecretPost,
  Configuration,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
} from 'openid-client'
import { z } from 'zod'
import { Email } from '@imperium/contract/auth/auth.ts'
import type { HttpOut } from '../../platform/http-out/http-out.ts'
import { fetchThrough } from './openid.ts'
import { namesOf } from './provider-client.ts'
import type { ProviderClient } from './provider-client.ts'

export interface GithubSettings {
  httpOut: HttpOut
  clientId: string
  clientSecret: string
  /** Without a slash at the end. */
  url: string
  apiUrl: string
}

const Person = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() })
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).max(1_000)

/**
 * GitHub uses OAuth 2 without OpenID Connect: its API identifies the user. The account number is the subject; a login name can change
 * owners.
 */
export function createGithubClient({ httpOut, clientId, clientSecret, url, apiUrl }: GithubSettings): ProviderClient {
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const config = new Configuration(metadata, clientId, undefined, ClientSecretPost(clientSecret))
  config[customFetch] = fetchThrough(httpOut)
  config.timeout = 10
  // Only the operator chooses this address.
  if (url.startsWith('http:')) allowInsecureRequests(config)

  const ask = async <T>(path: string, accessToken: string, schema: z.ZodType<T>): Promise<T> => {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json', 'user-agent': 'Imperium' }
    const response = await httpOut.fetch(apiUrl + path, { headers, timeoutMs: 10_000, maxBytes: 1024 * 1024 })
    if (response.status !== 200) throw new TypeError(`GitHub answers ${path} with ${response.status}.`)
    return schema.parse(await response.json())
  }

  return {
    authorizeUrl: async ({ redirectUri, state, verifier }, hint) =>
      buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(hint ? { login: hint } : {}),
      }).href,
    exchangeCallback: async ({ redirectUri, state, verifier }, search) => {
      const reply = new URL(redirectUri + search)
      // The callback address is used by GitHub only, so responses of other providers cannot be mixed up with its own (RFC 9207).
      reply.searchParams.delete('iss')
      const { access_token } = await authorizationCodeGrant(config, reply, { expectedState: state, pkceCodeVerifier: verifier })
      const person = await ask('/user', access_token, Person)
      const addresses = await ask('/user/emails', access_token, Addresses)
      const primary = addresses.find((each) => each.primary)
      const email = Email.safeParse(primary?.email).data ?? null
      const names = namesOf(null, null, person.name ?? person.login, email)
      return { issuer: url, subject: String(person.id), email, emailVerified: primary?.verified ?? null, ...names }
    },
  }
}
