import type { Session } from '@imperium/contract/auth/auth.ts'
import { twoFactor } from '@imperium/contract/auth/two-factor.ts'
import { call, mutation } from '../../lib/api.ts'
import { signChallenge } from '../../lib/passkeys.ts'
import { t } from '../../lib/words.ts'
import { adoptSession } from './api.ts'

const greet = (session: Session) => adoptSession(session, t('Welcome back!'))

/** Failures are shown beside the field. */
export const verifyCodeMutation = { ...mutation(twoFactor.verify, { silent: true }), onSuccess: greet }

export const verifyPasskeyMutation = {
  mutationFn: async (challengeToken: string) => {
    const { options } = await call(twoFactor.beginVerifyPasskey, { body: { challengeToken } })
    return call(twoFactor.verifyPasskey, { body: { challengeToken, credential: await signChallenge(options) } })
  },
  meta: { silent: true },
  onSuccess: greet,
}

/** Signs in with only a passkey. Throws ApiError, or PasskeyError if the device returned none. */
export async function signInWithPasskey(): Promise<void> {
  const { token, options } = await call(twoFactor.beginPasskeySignIn)
  greet(await call(twoFactor.passkeySignIn, { body: { token, credential: await signChallenge(options) } }))
}
