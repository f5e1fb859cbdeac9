import { hashToken, isToken, newToken } from '../../../platform/crypto/crypto.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { insertChallenge } from '../store.ts'
import type { NewChallenge } from '../store.ts'

/** How long an authenticator may take to answer. */
export const ceremonyMs = 5 * 60_000
/** Wrong codes after which a sign-in that waits for its second factor ends. */
export const mostFailures = 5

type CeremonyKind = Exclude<NewChallenge['kind'], 'second-factor'>

/** Begins a ceremony with an authenticator; its token works once, for five minutes. */
export async function beginCeremony(
  tx: AuthTx,
  ceremony: { kind: CeremonyKind; userId: string | null; webauthnChallenge: string; now: Date },
): Promise<string> {
  const token = newToken()
  await insertChallenge(tx, {
    id: newId(),
    kind: ceremony.kind,
    userId: ceremony.userId,
    tokenHash: hashToken(token),
    method: null,
    webauthnChallenge: ceremony.webauthnChallenge,
    expiresAt: new Date(ceremony.now.getTime() + ceremonyMs),
  })
  return token
}

/** Consumes a ceremony and returns its challenge; null if it is unknown, used, expired or of another user. Works once, also in a race. */
export async function consumeCeremony(
  tx: AuthTx,
  token: string,
  kind: CeremonyKind,
  userId: string | null,
  now: Date,
): Promise<string | null> {
  if (!isToken(token)) return null
  const row = await tx
    .updateTable('auth.challenges')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('webauthn_challenge')
    .executeTakeFirst()
  return row?.webauthn_challenge ?? null
}

export type WaitingSignIn = NonNullable<Awaited<ReturnType<typeof lockWaitingSignIn>>>

/**
 * A sign-in that waits for its second factor, locked until the transaction ends, so that concurrent answers are checked one by
 * one. Undefined if it is unknown, done, expired or ended by wrong answers.
 */
export async function lockWaitingSignIn(tx: AuthTx, token: string, now: Date) {
  if (!isToken(token)) return undefined
  const row = await tx
    .selectFrom('auth.challenges')
    .select(['id', 'user_id', 'method', 'begin_org_id', 'failures', 'webauthn_challenge', 'webauthn_expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', 'second-factor')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('failures', '<', mostFailures)
    .forUpdate()
    .executeTakeFirst()
  return row?.user_id ? { ...row, user_id: row.user_id } : undefined
}

export async function endWaitingSignIn(tx: AuthTx, id: string, now: Date): Promise<void> {
  await tx.updateTable('auth.challenges').set({ used_at: now }).where('id', '=', id).execute()
}

export async function countFailure(tx: AuthTx, id: string): Promise<number> {
  const row = await tx
    .updateTable('auth.challenges')
    .set((each) => ({ failures: each('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  return row.failures
}

/** Sets the challenge of a waiting sign-in; null removes it, because each challenge is answered once. */
export async function setQuestion(tx: AuthTx, id: string, question: { challenge: string; expiresAt: Date } | null): Promise<void> {
  await tx
    .updateTable('auth.challenges')
    .set({ webauthn_challenge: question?.challenge ?? null, webauthn_expires_at: question?.expiresAt ?? null })
    .where('id', '=', id)
    .execute()
}
