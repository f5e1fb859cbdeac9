import { Provider } from 'oidc-provider'
import type { Configuration } from 'oidc-provider'
import { newToken } from '../../platform/crypto/crypto.ts'
import { listenLocally } from './listen.ts'
import type { LocalServer } from './listen.ts'

/** An account at the provider, as its claims. */
export interface PersonThere {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

export interface OpenIdProvider extends LocalServer {
  clientId: string
  clientSecret: string
  /** The account of the next sign-ins; null: the user cancels. */
  signInAs(person: PersonThere | null): void
}

/** A real OpenID Connect provider, with PKCE required, that signs users in without a prompt. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const clientId = 'imperium-tests'
  const clientSecret = newToken()
  const people = new Map<string, PersonThere>()
  let current: PersonThere | null = null
  const server = await listenLocally((url) => {
    const provider = new Provider(url, configure(clientId, clientSecret, people))
    // The tests' organizations get their callback addresses only when they are created.
    provider.Client.prototype.redirectUriAllowed = () => true
    const reply = provider.callback()
    return (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void reply(request, response)
      const result = current ? { login: { accountId: current.sub } } : { error: 'access_denied', error_description: 'Cancelled' }
      provider.interactionFinished(request, response, result).catch((error: unknown) => {
        response.writeHead(500).end(String(error))
      })
    }
  })
  return {
    ...server,
    clientId,
    clientSecret,
    signInAs: (person) => {
      current = person
      if (person) people.set(person.sub, person)
    },
  }
}

const configure = (clientId: string, clientSecret: string, people: Map<string, PersonThere>): Configuration => ({
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: ['https://unused.example/callback'] }],
  cookies: { keys: [newToken()] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
  pkce: { required: () => true },
  interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  features: { devInteractions: { enabled: false } },
  ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  findAccount: async (_context, sub) => {
    const person = people.get(sub)
    return person ? { accountId: sub, claims: async () => ({ ...person }) } : undefined
  },
  // As if an administrator had granted consent for all users.
  loadExistingGrant: async ({ oidc }) => {
    const accountId = oidc.session?.accountId
    if (!oidc.client || !accountId) return undefined
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})
