import { SealError } from '../../../platform/crypto/crypto.ts'
import type { SystemTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { secretPlace } from './account-secret.ts'
import { hookPlace } from './account-hook.ts'
import { dkimPlace } from '../senders/dkim-key.ts'
import { mailboxPlace } from '../inbound/inbound-mailbox.ts'
import { listSealedAccounts, listSealedDomains, replaceAccountSeals, replaceDomainSeals } from './sealed-store.ts'

export interface RewrappedSecrets {
  rewrapped: number
  /** Accounts and domains with a secret that opens with no configured key: it must be entered, or the domain added, again. */
  unreadable: { orgId: string; id: string }[]
}

/** Seals all secrets of channels under the current encryption key; those already under it stay as they are. */
export async function rewrapChannelSecrets({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<RewrappedSecrets> {
  const result: RewrappedSecrets = { rewrapped: 0, unreadable: [] }
  const rewrap = (sealed: string | null, place: string, owner: { orgId: string; id: string }): string | null => {
    try {
      if (sealed === null || !keyRing.needsRotation(sealed)) return sealed
      const anew = keyRing.rewrap(sealed, place)
      result.rewrapped += 1
      return anew
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      result.unreadable.push(owner)
      return sealed
    }
  }
  for (const row of await listSealedAccounts(tx)) {
    const owner = { orgId: row.org_id, id: row.id }
    await replaceAccountSeals(tx, owner, {
      secret: rewrap(row.secret, secretPlace(row.id), owner),
      inbound_secret: rewrap(row.inbound_secret, mailboxPlace(row.id), owner),
      hook_token_sealed: rewrap(row.hook_token_sealed, hookPlace(row.id), owner),
    })
  }
  for (const row of await listSealedDomains(tx)) {
    const owner = { orgId: row.org_id, id: row.id }
    const place = dkimPlace(row.id)
    const dkim = rewrap(row.dkim_sealed, place, owner) ?? row.dkim_sealed
    await replaceDomainSeals(tx, owner, { dkim_sealed: dkim, next_sealed: rewrap(row.next_sealed, place, owner) })
  }
  return result
}
