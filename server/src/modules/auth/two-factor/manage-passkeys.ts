import type { z } from 'zod'
import type { NewPasskeyCredential, PasskeyCreationOptions } from '@imperium/contract/auth/passkeys.ts'
import type { FactorChange, Passkey } from '@imperium/contract/auth/two-factor.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import type { SignedInContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { beginCeremony, consumeCeremony } from './challenge-store.ts'
import { accountName } from '../../../platform/mail/account-email.ts'
import { productName } from '../../../platform/text/product-name.ts'
import { changeFactor } from './change-factor.ts'
import type { CallerContext } from './change-factor.ts'
import { creationOptions, judgeCreation, toPasskey } from './passkeys.ts'
import { deletePasskey, insertPasskey, listPasskeys } from './store.ts'
import type { PasskeyRow } from './store.ts'

const most = 20

/** @throws 409 when the account has as many as it may have. */
export async function beginPasskey(
  platform: Platform,
  { caller, tx }: SignedInContext,
): Promise<{ token: string; options: PasskeyCreationOptions }> {
  const existing = await listPasskeys(tx, caller.userId)
  refuseTooMany(existing)
  const name = (await accountName(platform, tx, caller.userId))?.name ?? productName
  const options = await creationOptions(platform, caller, existing, name)
  const now = platform.clock.now()
  const token = await beginCeremony(tx, { kind: 'passkey-setup', userId: caller.userId, webauthnChallenge: options.challenge, now })
  return { token, options }
}

const refuseTooMany = (existing: readonly unknown[]) => {
  if (existing.length >= most)
    throw conflict(message('An account has at most {max} passkeys. Remove one that you no longer use.', { max: most }))
}

/** @throws 409 if the ceremony ended or the passkey is registered already, 422 for a response that proves no passkey. */
export async function addPasskey(
  platform: Platform,
  context: CallerContext,
  body: { token: string; name: string; credential: z.output<typeof NewPasskeyCredential> },
): Promise<FactorChange & { passkey: Passkey }> {
  const { userId } = context.caller
  const now = platform.clock.now()
  // Consumed whatever follows: each challenge is answered once.
  const challenge = await platform.db.withAuth((tx) => consumeCeremony(tx, body.token, 'passkey-setup', userId, now))
  if (!challenge) throw ceremonyOver()
  const made = await judgeCreation(platform, body.credential, challenge)
  if (!made) throw invalid([{ path: 'credential', message: 'That passkey was not accepted.' }])
  return platform.db.withAuth(async (tx) => {
    let row: PasskeyRow | undefined
    const change = await changeFactor(platform, context, tx, 'passkeyAdded', async () => {
      refuseTooMany(await listPasskeys(tx, userId))
      row = await insertPasskey(tx, {
        user_id: userId,
        credential_id: made.credentialId,
        public_key: made.publicKey,
        counter: made.counter,
        transports: made.transports,
        name: body.name,
        backed_up: made.backedUp,
        created_at: now,
      })
    })
    if (!row) throw conflict('This passkey is already in use.')
    context.audit({ targetId: row.id, targetName: row.name })
    return { ...change, passkey: toPasskey(row) }
  })
}

export const ceremonyOver = () => conflict('This took too long. Please try again.')

/** @throws 404; 409 for the last factor while an organization requires one. */
export async function removePasskey(platform: Platform, context: SignedInContext, id: string): Promise<FactorChange> {
  return changeFactor(platform, context, context.tx, 'passkeyRemoved', async () => {
    const removed = await deletePasskey(context.tx, context.caller.userId, id)
    if (!removed) throw notFound()
    context.audit({ targetId: id, targetName: removed.name })
  })
}
