import { identities } from '@imperium/contract/auth/identities.ts'
import type { SocialProvider } from '@imperium/contract/auth/identities.ts'
import { call, keyOf, mutation, query } from '../../lib/api.ts'
import { storageKeys, writeStored } from '../../lib/storage.ts'
import { t } from '../../lib/words.ts'

/** Written into the sign-in pages by the server: buttons that come later would move the form. */
function readWays(): { providers: SocialProvider[]; singleSignOn: boolean } | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name="sign-in-ways"]')?.content
  return written === undefined ? undefined : (JSON.parse(written) as { providers: SocialProvider[]; singleSignOn: boolean })
}

/** The configured providers; on an error no buttons are shown. */
export const providersQuery = { ...query(identities.providers), meta: { silent: true }, staleTime: Infinity, initialData: readWays }

/** Redirects to the provider's page. `back` is the return path: it is stored here and never sent (SEC-9). */
function leave({ url }: { url: string }, back: string | null): void {
  writeStored(storageKeys.beforeLogin, back)
  location.assign(url)
}

const hereAndNow = () => location.pathname + location.search

export const startMutation = {
  mutationFn: async ({ provider, back }: { provider: SocialProvider; back: string | null }) =>
    leave(await call(identities.start, { params: { provider } }), back),
}
export const startSsoMutation = {
  mutationFn: async ({ email, back }: { email: string; back: string | null }) =>
    leave(await call(identities.startSso, { body: { email } }), back),
  meta: { silent: true },
}
export const linkMutation = {
  mutationFn: async (provider: SocialProvider | 'sso') =>
    leave(provider === 'sso' ? await call(identities.linkSso) : await call(identities.link, { params: { provider } }), hereAndNow()),
}

export const identitiesQuery = { ...query(identities.list), meta: { silent: true } }
export const unlinkMutation = mutation(identities.unlink, {
  success: t('Account disconnected successfully!'),
  failure: t('The account could not be disconnected'),
  invalidates: [keyOf(identities.list)],
})

export const ssoQuery = { ...query(identities.readSso), meta: { silent: true } }
const changesSso = { invalidates: [keyOf(identities.readSso)] }
/** Field errors are shown below the fields. */
export const saveSsoMutation = mutation(identities.saveSso, {
  ...changesSso,
  success: t('Single sign-on saved'),
  failure: t('Single sign-on could not be saved'),
})
export const removeSsoMutation = mutation(identities.removeSso, { ...changesSso, success: t('Single sign-on removed') })
export const addDomainMutation = mutation(identities.addDomain, { ...changesSso, silent: true })
export const verifyDomainMutation = mutation(identities.verifyDomain, { ...changesSso, success: t('Domain verified') })
export const removeDomainMutation = mutation(identities.removeDomain, { ...changesSso, success: t('Domain removed') })
