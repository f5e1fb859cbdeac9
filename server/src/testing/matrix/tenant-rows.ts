import type { TestApp } from '../test-app.ts'
import type { Org } from './sample.ts'

/** Tables and partition parents of ours that hold rows of tenants. */
export async function tenantTables(t: TestApp): Promise<string[]> {
  const { rows } = await t.owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'auth', 'records') and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) order by 1`)
  return rows.map((row) => row.name)
}

/** One hash and row count per table of an organization and its users, read past row-level security in one round trip. */
export async function hashTenant(t: TestApp, org: Org): Promise<Record<string, string>> {
  await t.platform.calls.flush()
  const people = Object.values(org.people).map((person) => `'${person.userId}'`)
  const ofPeople = (column: string) => `x.${column} in (${people.join()})`
  const sources: [table: string, which: string][] = [
    ...(await tenantTables(t)).map((table): [string, string] => [table, `x.org_id = '${org.id}'`]),
    ['auth.organizations', `x.id = '${org.id}'`],
    ['auth.users', ofPeople('id')],
    ['auth.user_passwords', ofPeople('user_id')],
    ['auth.sessions', ofPeople('user_id')],
    ['auth.login_events', ofPeople('user_id')],
    ['pgboss.job', `x.group_id = '${org.id}'`],
  ]
  const text = sources.map(
    ([table, which]) =>
      `select count(*) || ' rows ' || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as hash from ${table} x where ${which}`,
  )
  // Several statements in one text: a result each.
  const results = (await t.owner.query(text.join(';'))) as unknown as { rows: { hash: string }[] }[]
  // Others' record types have tables of their own, where this organization has no rows: they come while the stranger tries.
  const isOfOthers = (table: string, hash: string) => table.startsWith('records.') && hash.startsWith('0 rows')
  return Object.fromEntries(
    sources
      .map(([table], index): [string, string] => [table, results[index]?.rows[0]?.hash ?? ''])
      .filter(([table, hash]) => !isOfOthers(table, hash)),
  )
}
