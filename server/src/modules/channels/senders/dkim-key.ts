import type { OrgTx } from '../../../platform/db/database.ts'
import type { DkimKey } from '../../../platform/delivery/transport.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openSealed } from '../accounts/account-secret.ts'
import { findSigningDomain } from './domains-store.ts'

export const dkimPlace = (domainId: string) => `sending_domains.dkim:${domainId}`

/**
 * The key that signs email from an address of `domain`; null if no verified sending domain covers it. @throws 409 if it cannot be
 * decrypted.
 */
export async function dkimKeyFor({ keyRing }: Pick<Platform, 'keyRing'>, tx: OrgTx, domain: string): Promise<DkimKey | null> {
  const row = await findSigningDomain(tx, domain)
  if (!row) return null
  return { domain: row.domain, selector: row.selector, privateKey: openSealed(keyRing, row.dkim_sealed, dkimPlace(row.id)) }
}
