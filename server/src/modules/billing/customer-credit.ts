import type { OrgTx } from '../../platform/db/database.ts'
import { readBalances } from '../../platform/ledger/ledger-store.ts'

/** What a paid order is posted to, besides its tax. Credits are owed until they are spent. */
export const soldAs = {
  SUBSCRIPTION: 'income:subscriptions',
  CONTRIBUTION: 'income:contributions',
  CREDITS: 'customer:prepaid',
  ADD_ON: 'income:subscriptions',
} as const

/** What an organization is owed and has not spent: unused time, and payments that bought nothing. */
export async function readCredits(tx: OrgTx, currency: string): Promise<{ unused: number; paid: number }> {
  const balances = await readBalances(tx, ['customer:unused', 'customer:credit'])
  const creditOn = (account: string) => -(balances.find((each) => each.account === account && each.currency === currency)?.balance ?? 0)
  return { unused: creditOn('customer:unused'), paid: creditOn('customer:credit') }
}

export async function readUnusedCredit(tx: OrgTx, currency: string): Promise<number> {
  const { unused, paid } = await readCredits(tx, currency)
  return Math.max(0, unused + paid)
}
