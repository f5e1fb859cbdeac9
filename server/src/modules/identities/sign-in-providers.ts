import { providerValue } from '@imperium/contract/auth/identities.ts'
import type { SocialProvider } from '@imperium/contract/auth/identities.ts'
import type { ServerMetadata } from 'openid-client'
import { message } from '@imperium/contract/kit/message.ts'
import type { MessageValue } from '@imperium/contract/kit/message.ts'
import { notFound, unavailable } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { sealedSecretPlace } from './connection-secret.ts'
import type { OpenIdSettings } from './openid.ts'
import type { ProviderClient } from './provider-client.ts'
import { refreshMetadata } from './sso-store.ts'
import type { Connection } from './sso-store.ts'

/** What speaks the protocols is loaded with the first sign-in by a provider: at rest it would only take memory. */
const openId = () => import('./openid.ts')

/** Where an identity was proved: Google, GitHub, or the provider of one organization. */
export type SignInProvider = { provider: SocialProvider; ssoOrgId: null } | { provider: 'sso'; ssoOrgId: string }

export const nameOf = (signInProvider: SignInProvider): MessageValue => providerValue(signInProvider.provider)

/** A separate callback address per provider: a response of one provider sent to another's address matches no attempt there. */
export const redirectUriOf = ({ config }: Platform, signInProvider: SignInProvider): string =>
  config.publicUrl +
  (signInProvider.provider === 'sso'
    ? `/api/auth/sso/${signInProvider.ssoOrgId}/callback`
    : `/api/auth/providers/${signInProvider.provider}/callback`)

const metadataMs = 24 * 3_600_000

export interface SignInProviders {
  /** @throws 404 for a provider that is not set up; 503 if it cannot be reached. */
  social(provider: SocialProvider): Promise<ProviderClient>
  sso(connection: Connection): Promise<ProviderClient>
}

/** The social providers that the operator has set up. */
export const configuredProviders = (config: Platform['config']): SocialProvider[] => [
  ...(config.googleClientId && config.googleClientSecret ? (['google'] as const) : []),
  ...(config.githubClientId && config.githubClientSecret ? (['github'] as const) : []),
]

/** The providers of this process; what Google publishes of itself is read once a day. */
export function createSignInProviders(platform: Platform): SignInProviders {
  const { config, httpOut } = platform
  const google = { id: config.googleClientId, secret: config.googleClientSecret, issuer: config.googleIssuer }
  const github = { id: config.githubClientId, secret: config.githubClientSecret }
  let known: { client: ProviderClient; at: number } | undefined

  const openGoogle = async (): Promise<ProviderClient> => {
    if (!google.id || !google.secret) throw notSetUp('google')
    const now = platform.clock.now().getTime()
    if (known && now - known.at < metadataMs) return known.client
    const settings = { httpOut, allowHttp: google.issuer.startsWith('http:') }
    const { createOpenIdClient, discoverIssuer } = await openId()
    const metadata = await discoverIssuer(settings, google.issuer).catch((error: unknown) => {
      throw unavailable('Google cannot be reached at the moment. Please try again later.', error)
    })
    const client = createOpenIdClient(settings, { metadata, clientId: google.id, clientSecret: google.secret })
    known = { client, at: now }
    return client
  }

  const openGithub = async (): Promise<ProviderClient> => {
    if (!github.id || !github.secret) throw notSetUp('github')
    const urls = { url: withoutSlash(config.githubUrl), apiUrl: withoutSlash(config.githubApiUrl) }
    const { createGithubClient } = await import('./github.ts')
    return createGithubClient({ httpOut, clientId: github.id, clientSecret: github.secret, ...urls })
  }

  return {
    social: (provider) => (provider === 'google' ? openGoogle() : openGithub()),
    sso: async (connection) => {
      const settings = { httpOut, allowHttp: mayUseHttp(platform, connection.issuer) }
      const metadata = await readMetadata(platform, settings, connection)
      const clientSecret = platform.keyRing.decrypt(connection.sealedSecret, sealedSecretPlace(connection.orgId))
      return (await openId()).createOpenIdClient(settings, { metadata, clientId: connection.clientId, clientSecret })
    },
  }
}

const notSetUp = (provider: SocialProvider) =>
  notFound(message('Signing in with {provider} is not set up here.', { provider: providerValue(provider) }))
const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** Without https only for a host that the operator allowed: on the network path anyone could forge identities. */
export function mayUseHttp({ config }: Pick<Platform, 'config'>, address: string): boolean {
  const url = new URL(address)
  return url.protocol === 'http:' && (config.egressAllow.includes(url.host) || config.egressAllow.includes(url.hostname))
}

/** The provider's published metadata, cached for at most a day. */
async function readMetadata(platform: Platform, settings: OpenIdSettings, connection: Connection): Promise<ServerMetadata> {
  const now = platform.clock.now()
  if (connection.metadata && connection.discoveredAt && now.getTime() - connection.discoveredAt.getTime() < metadataMs)
    return connection.metadata
  const { discoverIssuer } = await openId()
  const metadata = await discoverIssuer(settings, connection.issuer).catch((error: unknown) => {
    throw unavailable("Your organization's sign-in provider cannot be reached at the moment. Please try again later.", error)
  })
  await platform.db.withOrg(connection.orgId, (tx) => refreshMetadata(tx, connection.issuer, metadata, now))
  return metadata
}
