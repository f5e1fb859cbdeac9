import type { OperatorOverview } from '@imperium/contract/billing/operator.ts'
import type { SystemTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { failingAccounts } from '../../sales/index.ts'
import { isProviderOpen } from '../providers/choose-provider.ts'
import { openOrdersOf } from './operator-store.ts'

const weekMs = 7 * 86_400_000
type LookUp = OperatorOverview['failedLookUps'][number]

/** Where a payment may have arrived that nothing here can ask for. */
export async function failedLookUps(platform: Platform, tx: SystemTx): Promise<LookUp[]> {
  const since = new Date(platform.clock.now().getTime() - weekMs)
  const closed = (['razorpay', 'stripe'] as const).filter((name) => !isProviderOpen(platform, name))
  const orders = closed.length === 0 ? [] : await openOrdersOf(tx, closed, since)
  const accounts = await failingAccounts(tx)
  return [
    ...orders.map(({ provider, open }): LookUp => ({ organization: null, provider: provider as LookUp['provider'], since: null, open })),
    // The table's own check holds the providers of the contract.
    ...accounts.map((row): LookUp => ({
      ...row,
      provider: row.provider as LookUp['provider'],
      since: row.since?.toISOString() ?? null,
    })),
  ]
}
