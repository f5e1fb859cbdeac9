import { sql } from 'kysely'
import type { OrgTx } from '../db/database.ts'
import { newId } from '../ids.ts'

/** Positive: debit. Negative: credit. In minor units of the entry's currency. */
export interface Posting {
  account: string
  amount: number
}

/** Of an organization's account with the operator, and of what it sells itself. */
type CauseKind =
  | ('order' | 'payment' | 'fee' | 'unused' | 'refund' | 'credit-draw' | 'credit-expiry')
  | ('sales-invoice' | 'sales-void' | 'sales-credit-note' | 'sales-payment' | 'sales-credit')

export interface LedgerEntry {
  /** What made the entry; each cause makes one. */
  cause: { kind: CauseKind; id: string }
  currency: string
  /** Those of nothing are left out. */
  postings: readonly Posting[]
}

/**
 * Writes an entry with its postings in one statement, after which the database checks that they balance. Without postings there is none.
 * @throws if they do not, or if the cause has made its entry before.
 */
export async function postEntry(tx: OrgTx, { cause, currency, postings }: LedgerEntry): Promise<void> {
  const lines = postings.filter(({ amount }) => amount !== 0).map((posting, at) => ({ ...posting, line: at + 1 }))
  if (lines.length === 0) return
  await sql`
    with entry as (
      insert into ledger_entries (org_id, id, cause_kind, cause_id, currency)
      values (${tx.orgId}, ${newId()}, ${cause.kind}, ${cause.id}, ${currency}) returning org_id, id
    )
    insert into ledger_postings (org_id, entry_id, line, account, amount)
    select entry.org_id, entry.id, p.line, p.account, p.amount
    from entry, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as p (line int, account text, amount bigint)`.execute(tx)
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

/** What causes of a kind have posted to an account together. */
export async function postedBy(tx: OrgTx, kind: CauseKind, ids: readonly string[], account: string): Promise<number> {
  if (ids.length === 0) return 0
  const { sum } = await tx
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', (join) => join.onRef('p.org_id', '=', 'e.org_id').onRef('p.entry_id', '=', 'e.id'))
    .select(sql<number>`coalesce(sum(p.amount), 0)::bigint`.as('sum'))
    .where('e.cause_kind', '=', kind)
    .where('e.cause_id', 'in', [...ids])
    .where('p.account', '=', account)
    .executeTakeFirstOrThrow()
  return sum
}

/** The sum of each account by currency, of all or of those named. */
export async function readBalances(
  tx: OrgTx,
  accounts?: readonly string[],
): Promise<{ account: string; currency: string; balance: number }[]> {
  return tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_entries as e', (join) => join.onRef('e.org_id', '=', 'p.org_id').onRef('e.id', '=', 'p.entry_id'))
    .select(['p.account', 'e.currency', sql<number>`sum(p.amount)::bigint`.as('balance')])
    .$if(accounts !== undefined, (query) => query.where('p.account', 'in', [...(accounts ?? [])]))
    .groupBy(['p.account', 'e.currency'])
    .orderBy('p.account')
    .execute()
}
