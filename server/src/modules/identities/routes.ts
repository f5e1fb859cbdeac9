import { identities } from '@imperium/contract/auth/identities.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { completeProviderSignIn } from './complete-provider-sign-in.ts'
import { createSignInProviders } from './sign-in-providers.ts'
import { beginFlow } from './flow.ts'
import { completeLink, readIdentities, unlinkIdentity } from './link-identity.ts'
import { receiveCallback } from './receive-callback.ts'
import { addDomain, removeDomain, verifyDomain } from './sso-domains.ts'
import { readSettings, removeSettings, saveSettings } from './sso-settings.ts'
import { readSignInWays } from './sign-in-ways.ts'
import { findConnectionOfDomain } from './sso-store.ts'

export function identityOperations(platform: Platform) {
  const signInProviders = createSignInProviders(platform)

  const beginSso = async (context: PublicContext, email: string, userId: string | null) => {
    const domain = email.split('@')[1] ?? ''
    const connection = await platform.db.withSystem((tx) => findConnectionOfDomain(tx, domain))
    if (!connection) throw notFound('No organization uses single sign-on for this address.')
    const signInProvider = { provider: 'sso' as const, ssoOrgId: connection.orgId }
    return beginFlow(platform, context, { signInProvider, client: await signInProviders.sso(connection), userId, hint: email })
  }
  const beginSocial = async (context: PublicContext, provider: 'google' | 'github', userId: string | null) =>
    beginFlow(platform, context, { signInProvider: { provider, ssoOrgId: null }, client: await signInProviders.social(provider), userId })

  return bindOperations(identities, {
    providers: () => readSignInWays(platform),
    start: ({ params }, context) => beginSocial(context, params.provider, null),
    callback: ({ params }, context) => receiveCallback(platform, context, signInProviders, { provider: params.provider, ssoOrgId: null }),
    complete: (_input, context) => completeProviderSignIn(platform, context),
    startSso: ({ body }, context) => beginSso(context, body.email, null),
    ssoCallback: ({ params }, context) => receiveCallback(platform, context, signInProviders, { provider: 'sso', ssoOrgId: params.id }),
    list: (_input, context) => readIdentities(context),
    link: ({ params }, context) => beginSocial(context, params.provider, context.caller.userId),
    linkSso: (_input, context) => {
      requireProvedAddress(context.caller)
      return beginSso(context, context.caller.email, context.caller.userId)
    },
    completeLink: (_input, context) => completeLink(platform, context),
    unlink: ({ params }, context) => unlinkIdentity(platform, context, params.id),
    readSso: (_input, { tx }) => readSettings(platform, tx),
    saveSso: ({ body }, context) => {
      requireProvedAddress(context.caller)
      return saveSettings(platform, context, body)
    },
    removeSso: (_input, context) => removeSettings(platform, context),
    addDomain: ({ body }, context) => {
      requireProvedAddress(context.caller)
      return addDomain(context, body.domain)
    },
    verifyDomain: ({ params }, context) => {
      requireProvedAddress(context.caller)
      return verifyDomain(platform, context, params.id)
    },
    removeDomain: ({ params }, context) => removeDomain(context, params.id),
  })
}
