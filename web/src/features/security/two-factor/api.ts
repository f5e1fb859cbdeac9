import type { Session } from '@imperium/contract/auth/auth.ts'
import { twoFactor } from '@imperium/contract/auth/two-factor.ts'
import type { FactorChange } from '@imperium/contract/auth/two-factor.ts'
import { call, keyOf, mutation, query } from '../../../lib/api.ts'
import { PasskeyError, makePasskey } from '../../../lib/passkeys.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { profileQuery, rememberUser } from '../../../lib/session.ts'
import { storageKeys, writeStored } from '../../../lib/storage.ts'
import { t } from '../../../lib/words.ts'

export const twoFactorQuery = { ...query(twoFactor.read), meta: { silent: true }, staleTime: 10_000 }
export const policyQuery = { ...query(twoFactor.readPolicy), meta: { silent: true }, staleTime: 10_000 }

const readAnew = [keyOf(twoFactor.read), keyOf(twoFactor.readPolicy), ['auth', 'sessions']] as const

/** The session continues with a new token: the browser stores its handle, and whether the account has a second factor. */
function keepSession(session: Session): void {
  writeStored(storageKeys.token, session.token)
  const user = queryClient.getQueryData(profileQuery.queryKey)
  if (!user) return
  const { twoFactorEnabled, mustSetUpTwoFactor } = session.user
  const updated = { ...user, twoFactorEnabled, mustSetUpTwoFactor }
  queryClient.setQueryData(profileQuery.queryKey, updated)
  rememberUser(updated)
}

const afterChange = {
  onSuccess: ({ session }: FactorChange) => keepSession(session),
}

export const setupMutation = mutation(twoFactor.setup, { failure: t('The setup could not be started') })

/** Failures are shown beside the field. */
export const enableMutation = { ...mutation(twoFactor.enable, { silent: true, invalidates: readAnew }), ...afterChange }
export const disableMutation = { ...mutation(twoFactor.disable, { silent: true, invalidates: readAnew }), ...afterChange }

export const renewCodesMutation = {
  ...mutation(twoFactor.renewRecoveryCodes, { failure: t('Failed to create new recovery codes'), invalidates: readAnew }),
  ...afterChange,
}

export const addPasskeyMutation = {
  mutationFn: async (name: string) => {
    const { token, options } = await call(twoFactor.beginPasskey)
    return call(twoFactor.addPasskey, { body: { token, name, credential: await makePasskey(options) } })
  },
  meta: { silent: true, invalidates: readAnew },
  ...afterChange,
}

export const renamePasskeyMutation = mutation(twoFactor.renamePasskey, {
  success: t('Passkey renamed'),
  silent: true,
  invalidates: [keyOf(twoFactor.read)],
})

export const removePasskeyMutation = {
  ...mutation(twoFactor.removePasskey, {
    success: t('Passkey removed'),
    failure: t('The passkey could not be removed'),
    invalidates: readAnew,
  }),
  ...afterChange,
}

export const setPolicyMutation = mutation(twoFactor.setPolicy, {
  failure: t('The setting could not be changed'),
  invalidates: [keyOf(twoFactor.readPolicy), keyOf(twoFactor.read)],
})

export const passkeyMessage = (error: unknown): string | null => (error instanceof PasskeyError ? error.message : null)
