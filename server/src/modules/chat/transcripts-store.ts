import type { OrgTx } from '../../platform/db/database.ts'

export interface AddressCode {
  email: string
  hash: Buffer
  expiresAt: Date
}

/** In place of the one before. */
export async function keepCode(tx: OrgTx, sessionId: string, { email, hash, expiresAt }: AddressCode): Promise<void> {
  const values = { email, code_hash: hash, expires_at: expiresAt }
  await tx
    .insertInto('chat_address_codes')
    .values({ org_id: tx.orgId, session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'session_id']).doUpdateSet(values))
    .execute()
}

export const findCode = (tx: OrgTx, sessionId: string): Promise<AddressCode | undefined> =>
  tx
    .selectFrom('chat_address_codes')
    .select(['email', 'code_hash as hash', 'expires_at as expiresAt'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

export async function deleteCode(tx: OrgTx, sessionId: string): Promise<void> {
  await tx.deleteFrom('chat_address_codes').where('session_id', '=', sessionId).execute()
}

interface NewLink {
  sessionId: string
  hash: Buffer
  expiresAt: Date
  untilMessage: string
}

/** In place of the one before, which opens nothing any more. */
export async function keepLink(tx: OrgTx, { sessionId, hash, expiresAt, untilMessage }: NewLink): Promise<void> {
  const values = { token_hash: hash, expires_at: expiresAt, until_message: untilMessage }
  await tx
    .insertInto('chat_transcript_links')
    .values({ org_id: tx.orgId, session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'session_id']).doUpdateSet(values))
    .execute()
}

export const findLink = (tx: OrgTx, hash: Buffer, now: Date): Promise<{ sessionId: string; untilMessage: string } | undefined> =>
  tx
    .selectFrom('chat_transcript_links')
    .select(['session_id as sessionId', 'until_message as untilMessage'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function deleteLink(tx: OrgTx, sessionId: string): Promise<void> {
  await tx.deleteFrom('chat_transcript_links').where('session_id', '=', sessionId).execute()
}
