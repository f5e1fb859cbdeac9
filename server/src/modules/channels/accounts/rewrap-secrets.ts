import type { SystemTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createRewrapper } from '../../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../../platform/resources/rewrap-secrets.ts'
import { secretPlace } from './account-secret.ts'
import { hookPlace } from './account-hook.ts'
import { dkimPlace } from '../senders/dkim-key.ts'
import { mailboxPlace } from '../inbound/inbound-mailbox.ts'
import { listSealedAccounts, listSealedDomains, replaceAccountSeals, replaceDomainSeals } from './sealed-store.ts'

type Owner = { orgId: string; id: string }

/** All secrets of channels; owners are accounts and sending domains. */
export async function rewrapChannelSecrets({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<Rewrapped<Owner>> {
  const { result, rewrap } = createRewrapper<Owner>(keyRing)
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
    await replaceDomainSeals(tx, owner, {
      dkim_sealed: rewrap(row.dkim_sealed, place, owner),
      next_sealed: rewrap(row.next_sealed, place, owner),
    })
  }
  return result
}
