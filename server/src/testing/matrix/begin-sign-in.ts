import { deriveHandle, hashToken, newToken } from '../../platform/crypto/crypto.ts'
import { newId } from '../../platform/ids.ts'
import type { TestApp, TestUser } from '../test-app.ts'

/** Writes a sign-in that waits for its second factor, as a right password would, without its cost. */
export async function beginSignIn(t: TestApp, person: TestUser): Promise<{ token: string; handle: string }> {
  const token = newToken()
  await t.owner.query(
    `insert into auth.challenges (id, kind, user_id, token_hash, method, expires_at)
     values ($1, 'second-factor', $2, $3, 'password', now() + interval '10 minutes')`,
    [newId(), person.userId, hashToken(token)],
  )
  return { token, handle: deriveHandle(token) }
}
