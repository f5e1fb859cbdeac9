import type { TestApp } from '../test-app.ts'
import type { Org } from './world.ts'

/** Tables and partition parents of ours that hold rows of tenants. */
export async function tenantTables(t: TestApp): Promise<string[]> {
  const { rows } = await t.owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) order by 1`)
  return rows.map((row) => row.name)
}

/** One hash and count per table of everything that an organization and its people have, read past row-level security. */
export async function hashTenant(t: TestApp, org: Org): Promise<Record<string, string>> {
  await t.platform.calls.flush()
  const people = Object.values(org.people).map((person) => person.userId)
  const sources: [string, string, unknown][] = [
    ...(await tenantTables(t)).map((table): [string, string, unknown] => [table, `${table} x where x.org_id = $1`, org.id]),
    ['auth.organizations', 'auth.organizations x where x.id = $1', org.id],
    ['auth.users', 'auth.users x where x.id = any($1)', people],
    ['auth.user_passwords', 'auth.user_passwords x where x.user_id = any($1)', people],
    ['auth.sessions', 'auth.sessions x where x.user_id = any($1)', people],
    ['auth.login_events', 'auth.login_events x where x.user_id = any($1)', people],
    ['pgboss.job', 'pgboss.job x where x.group_id = $1', org.id],
  ]
  const hashes: Record<string, string> = {}
  for (const [name, from, value] of sources) {
    const { rows } = await t.owner.query<{ hash: string }>(
      `select count(*) || ' rows ' || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as hash from ${from}`,
      [value],
    )
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}
