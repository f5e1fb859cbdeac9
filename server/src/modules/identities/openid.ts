import {
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { CustomFetch, ServerMetadata } from 'openid-client'
import { Email } from '@imperium/contract/auth/auth.ts'
import type { HttpOut } from '../../platform/http-out/http-out.ts'
import { namesOf } from './provider-client.ts'
import type { Claims, ProviderClient } from './provider-client.ts'

const timeoutSeconds = 10
const maxBytes = 1024 * 1024

/** The library's requests use our one outbound client (SEC-27, R29). */
export const fetchThrough =
  (httpOut: HttpOut): CustomFetch =>
  (url, { method, headers, body, signal }) =>
    httpOut.fetch(url, {
      method,
      headers,
      // The library sends text and forms only.
      body: body as string | URLSearchParams | null,
      signal: signal ?? null,
      timeoutMs: timeoutSeconds * 1_000,
      maxBytes,
    })

export interface OpenIdSettings {
  httpOut: HttpOut
  /** Addresses without https are refused unless the operator chose them. */
  allowHttp: boolean
}

/** Reads an issuer's metadata. Throws if it cannot be reached, is another issuer, or lacks what a sign-in needs. */
export async function discoverIssuer({ httpOut, allowHttp }: OpenIdSettings, issuer: string): Promise<ServerMetadata> {
  const config = await discovery(new URL(issuer), 'not yet', undefined, undefined, {
    [customFetch]: fetchThrough(httpOut),
    timeout: timeoutSeconds,
    ...(allowHttp ? { execute: [allowInsecureRequests] } : {}),
  })
  const { supportsPKCE: _method, ...metadata } = config.serverMetadata()
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) requireWeb(endpoint, allowHttp)
  return metadata
}

/** The browser is sent to this address: only http(s) is allowed. */
function requireWeb(address: string | undefined, allowHttp: boolean): void {
  const { protocol } = new URL(address ?? '')
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) throw new TypeError('The issuer names an address that is not https.')
}

export interface OpenIdRegistration {
  metadata: ServerMetadata
  clientId: string
  clientSecret: string
}

/** A provider that speaks OpenID Connect: code flow with state, nonce and PKCE; issuer, audience, time and signature of the token are checked. */
export function createOpenIdClient(settings: OpenIdSettings, { metadata, clientId, clientSecret }: OpenIdRegistration): ProviderClient {
  const methods = metadata.token_endpoint_auth_methods_supported
  const usesPost = methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
  const config = new Configuration(metadata, clientId, undefined, (usesPost ? ClientSecretPost : ClientSecretBasic)(clientSecret))
  config[customFetch] = fetchThrough(settings.httpOut)
  config.timeout = timeoutSeconds
  if (settings.allowHttp) allowInsecureRequests(config)
  enableNonRepudiationChecks(config)
  return {
    authorizeUrl: async ({ redirectUri, state, nonce, verifier }, hint) => {
      requireWeb(metadata.authorization_endpoint, settings.allowHttp)
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(hint ? { login_hint: hint } : {}),
      }).href
    },
    exchangeCallback: async ({ redirectUri, state, nonce, verifier }, search) => {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await authorizationCodeGrant(config, new URL(redirectUri + search), checks)
      const token = tokens.claims()
      if (!token) throw new TypeError('The provider sent no id token.')
      // Many providers put the address into the token only on request; their userinfo endpoint is as reliable.
      const about = token['email'] === undefined ? await fetchUserInfo(config, tokens.access_token, token.sub) : token
      return toClaims(token.iss, token.sub, about)
    },
  }
}

function toClaims(issuer: string, subject: string, about: Record<string, unknown>): Claims {
  const email = Email.safeParse(about['email']).data ?? null
  const verified = about['email_verified']
  return {
    issuer,
    subject,
    email,
    // Some providers write it as text.
    emailVerified: verified === undefined ? null : verified === true || verified === 'true',
    ...namesOf(about['given_name'], about['family_name'], about['name'], email),
  }
}
