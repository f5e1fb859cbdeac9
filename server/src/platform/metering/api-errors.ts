import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx } from '../db/database.ts'
import { zeroId } from '../ids.ts'
import { isWithin, stretchOf } from '../local-days.ts'
import type { Cuts, StretchRow } from '../local-days.ts'

interface ApiErrors {
  keyId: string | null
  userId: string | null
  errors: number
}

/** Adds calls of the API that failed just now to their quarter of an hour. */
export async function addApiErrors(tx: OrgTx, { keyId, userId, errors }: ApiErrors): Promise<void> {
  await sql`
    insert into app.usage_api_errors (org_id, slot, key_id, user_id, errors)
    values (${tx.orgId}, date_bin('15 minutes', now(), 'epoch'), ${keyId ?? zeroId}, ${userId ?? zeroId}, ${errors})
    on conflict (org_id, slot, key_id, user_id) do update set errors = usage_api_errors.errors + excluded.errors`.execute(tx)
}

/** Keys of `caller`, here and in the sums of calls: a program with a key, or a person's session. */
export const callerOf = (keyId: string): 'key' | 'session' => (keyId === zeroId ? 'session' : 'key')

const splits = {
  key: sql`key_id::text`,
  user: sql`user_id::text`,
  caller: sql`case when key_id = ${zeroId} then 'session' else 'key' end`,
} satisfies Record<string, RawBuilder<unknown>>

/** Calls of the API that failed in each stretch. */
export async function sumApiErrors(tx: OrgTx, cuts: Cuts, split: keyof typeof splits | null = null): Promise<StretchRow[]> {
  const at = sql`slot`
  const { rows } = await sql<{ stretch: number; key: string; errors: number }>`
    select ${stretchOf(at, cuts)} as stretch, ${split === null ? sql`''` : splits[split]} as key, sum(errors)::bigint as errors
    from app.usage_api_errors where ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, errors }) => ({ stretch, key, values: { errors } }))
}
