import { twoFactor } from '@imperium/contract/auth/two-factor.ts'
import type { TwoFactorStatus } from '@imperium/contract/auth/two-factor.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { SignedInContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { disableAuthenticator, enableAuthenticator, setUpAuthenticator } from './authenticator.ts'
import { changeFactor } from './change-factor.ts'
import { addPasskey, beginPasskey, removePasskey } from './manage-passkeys.ts'
import { beginPasskeySignIn, passkeySignIn } from './passkey-sign-in.ts'
import { toPasskey } from './passkeys.ts'
import { readPolicy, setPolicy } from './policy.ts'
import { beginReauthenticateWithPasskey, reauthenticateWithCode, reauthenticateWithPasskey } from './reauthenticate.ts'
import { countRecoveryCodes, findTotp, listPasskeys, renamePasskey } from './store.ts'
import { beginVerifyPasskey, verifyCode, verifyPasskey } from './verify-sign-in.ts'

export const twoFactorOperations = (platform: Platform) =>
  bindOperations(twoFactor, {
    read: (_input, context) => readStatus(context),
    setup: (_input, context) => setUpAuthenticator(platform, context),
    enable: ({ body }, context) => enableAuthenticator(platform, context, body.code),
    disable: ({ body }, context) => disableAuthenticator(platform, context, body.code),
    renewRecoveryCodes: async (_input, context) => {
      if (!context.caller.hasSecondFactor) throw conflict('No second factor is set up.')
      return changeFactor(platform, context, context.tx, 'recoveryCodesRenewed', async () => undefined, { renewCodes: true })
    },
    verify: ({ body }, context) => verifyCode(platform, context, body),
    beginVerifyPasskey: ({ body }) => beginVerifyPasskey(platform, body.challengeToken),
    verifyPasskey: ({ body }, context) => verifyPasskey(platform, context, body),
    beginPasskeySignIn: () => beginPasskeySignIn(platform),
    passkeySignIn: ({ body }, context) => passkeySignIn(platform, context, body),
    beginPasskey: (_input, context) => beginPasskey(platform, context),
    addPasskey: ({ body }, context) => addPasskey(platform, context, body),
    renamePasskey: async ({ params, body }, { tx, caller, audit }) => {
      const row = await renamePasskey(tx, caller.userId, params.id, body.name)
      if (!row) throw notFound()
      audit({ targetId: row.id, targetName: row.name })
      return toPasskey(row)
    },
    removePasskey: ({ params }, context) => removePasskey(platform, context, params.id),
    reauthenticateWithCode: ({ body }, context) => reauthenticateWithCode(platform, context, body.code),
    beginReauthenticateWithPasskey: (_input, context) => beginReauthenticateWithPasskey(platform, context),
    reauthenticateWithPasskey: ({ body }, context) => reauthenticateWithPasskey(platform, context, body),
    readPolicy: (_input, context) => readPolicy(platform, context),
    setPolicy: ({ body }, context) => setPolicy(platform, context, body.required),
  })

async function readStatus({ tx, caller }: SignedInContext): Promise<TwoFactorStatus> {
  const totp = await findTotp(tx, caller.userId)
  return {
    enabled: caller.hasSecondFactor,
    authenticatorSince: totp?.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(tx, caller.userId),
    passkeys: (await listPasskeys(tx, caller.userId)).map(toPasskey),
    requiredBy: caller.memberships.filter((each) => each.requiresTwoFactor).map(({ id, name }) => ({ id, name })),
  }
}
