import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

/** Positive: debit. Negative: credit. In minor units of the entry's currency. */
export interface Posting {
  account: string
  amount: number
}

export interface LedgerEntry {
  /** What made the entry; each cause makes one. */
  cause: { kind: 'order' | 'payment' | 'unused' | 'refund' | 'credit-draw' | 'credit-expiry'; id: string }
  currency: string
  postings: readonly Posting[]
}

/** What a paid order is posted to, besides its tax. Credits are owed until they are spent. */
export const soldAs = {
  SUBSCRIPTION: 'income:subscriptions',
  CONTRIBUTION: 'income:contributions',
  CREDITS: 'customer:prepaid',
  ADD_ON: 'income:subscriptions',
} as const

/**
 * Writes an entry with its postings in one statement, after which the database checks that they balance.
 * @throws if they do not, or if the cause has made its entry before.
 */
export async function postEntry(tx: OrgTx, { cause, currency, postings }: LedgerEntry): Promise<void> {
  await sql`
    with entry as (
      insert into ledger_entries (org_id, id, cause_kind, cause_id, currency)
      values (${tx.orgId}, ${newId()}, ${cause.kind}, ${cause.id}, ${currency}) returning org_id, id
    )
    insert into ledger_postings (org_id, entry_id, line, account, amount)
    select entry.org_id, entry.id, p.line, p.account, p.amount
    from entry, jsonb_to_recordset(${JSON.stringify(postings.map((posting, at) => ({ ...posting, line: at + 1 })))}::jsonb)
      as p (line int, account text, amount bigint)`.execute(tx)
}

/** Whether the cause has made its entry. */
export async function hasEntry(tx: OrgTx, { kind, id }: LedgerEntry['cause']): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('cause_kind', '=', kind)
    .where('cause_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The sum of each account by currency. */
export async function readBalances(tx: OrgTx): Promise<{ account: string; currency: string; balance: number }[]> {
  return tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_entries as e', (join) => join.onRef('e.org_id', '=', 'p.org_id').onRef('e.id', '=', 'p.entry_id'))
    .select(['p.account', 'e.currency', sql<number>`sum(p.amount)::bigint`.as('balance')])
    .groupBy(['p.account', 'e.currency'])
    .orderBy('p.account')
    .execute()
}

/** What an organization is owed and has not spent: unused time, and payments that bought nothing. */
export async function readCredits(tx: OrgTx, currency: string): Promise<{ unused: number; paid: number }> {
  const balances = await readBalances(tx)
  const creditOn = (account: string) => -(balances.find((each) => each.account === account && each.currency === currency)?.balance ?? 0)
  return { unused: creditOn('customer:unused'), paid: creditOn('customer:credit') }
}

export async function readUnusedCredit(tx: OrgTx, currency: string): Promise<number> {
  const { unused, paid } = await readCredits(tx, currency)
  return Math.max(0, unused + paid)
}
