import type pg from 'pg'

/** How many statements of this test's database wait for a lock. */
export async function blockedStatements(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return rows[0]?.n ?? 0
}
