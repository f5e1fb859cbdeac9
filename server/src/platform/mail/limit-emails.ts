import { hashTokenHex } from '../crypto/crypto.ts'
import type { Database } from '../db/database.ts'
import { limited } from '../errors.ts'
import { countHit } from '../auth/rate-limit.ts'

const mostPerHour = 10

/**
 * Call it before an email to an address that another user entered: limits the emails of all accounts and organizations to
 * one mailbox. Does not reveal whether the address has an account. @throws 429
 */
export async function limitEmails(db: Database, address: string): Promise<void> {
  const state = await countHit(db, `letters:${hashTokenHex(address)}`, mostPerHour, 3_600)
  if (!state.allowed) throw limited(state.resetSeconds, 'Too many emails were sent to this address. Please try again later.')
}
