import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseRoles, rolePassword } from '../../platform/db/roles.ts'
import type { DatabaseRole } from '../../platform/db/roles.ts'
import { testEncryptionKey } from '../test-secrets.ts'
import type { TestApp } from '../test-app.ts'
import { routes } from './routes.ts'
import { tenantTables } from './tenant-rows.ts'
import { makeOrg, makeSample, openWorld, settingOf } from './world.ts'
import type { Org } from './sample.ts'

// The database's own catalogue, read after all migrations: what row-level security needs in order to hold (SEC-18, SEC-19, R61).

let t: TestApp
let org: Org
const clients = new Map<DatabaseRole, pg.Client>()

beforeAll(async () => {
  t = await openWorld()
  org = await makeOrg(t)
  await makeOrg(t)
  for (const { id } of routes) await makeSample(settingOf(t, org), id)
  for (const role of databaseRoles) {
    const client = new pg.Client({ ...t.connection, user: role, password: rolePassword(role, testEncryptionKey) })
    await client.connect()
    clients.set(role, client)
  }
}, 120_000)
afterAll(async () => {
  for (const client of clients.values()) await client.end()
  await t.close()
})

const list = async (query: string): Promise<string[]> => (await t.owner.query<{ name: string }>(query)).rows.map((row) => row.name)
const ours = `n.nspname in ('app', 'auth', 'records')`
const tables = `from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind in ('r', 'p') and not c.relispartition`
const holdsTenant = `exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)`

describe('tenant tables', () => {
  test('there are some', async () => {
    expect((await tenantTables(t)).length).toBeGreaterThan(15)
  })

  test('enable and force row-level security', async () => {
    expect(
      await list(`select c.oid::regclass::text as name ${tables} and ${holdsTenant} and not (c.relrowsecurity and c.relforcerowsecurity)`),
    ).toEqual([])
  })

  test('have a non-null org_id of type uuid', async () => {
    expect(
      await list(`select c.oid::regclass::text as name ${tables} and exists (select 1 from pg_attribute a where a.attrelid = c.oid
        and a.attname = 'org_id' and not a.attisdropped and not (a.attnotnull and a.atttypid = 'uuid'::regtype))`),
    ).toEqual([])
  })

  test('have a policy for the application that reads the tenant of the transaction', async () => {
    expect(
      await list(`select c.oid::regclass::text as name ${tables} and ${holdsTenant} and has_any_column_privilege('imperium_app', c.oid, 'select')
        and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polroles @> array['imperium_app'::regrole::oid]
          and pg_get_expr(p.polqual, p.polrelid) like '%current_org()%')`),
    ).toEqual([])
  })

  test('show the application no row through any other policy', async () => {
    expect(
      await list(`select p.polrelid::regclass::text || ': ' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
        join pg_namespace n on n.oid = c.relnamespace
        where ${ours} and p.polpermissive and (p.polroles && array['imperium_app'::regrole::oid, 'imperium_query'::regrole::oid] or p.polroles = array[0::oid])
          and pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid) not like '%current_org()%'`),
      // Belongs to no organization: every role may check whether a keyed hash is on the operator's list, and reads nothing else of it.
    ).toEqual(['app.platform_suppressions: readable'])
  })

  // usage_pending is folded by its own id; no query looks up a row by tenant and id.
  test('are keyed by tenant', async () => {
    expect(
      await list(`select c.oid::regclass::text as name ${tables} and ${holdsTenant} and c.relname <> 'usage_pending'
        and not exists (select 1 from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisunique and a.attname = 'org_id')`),
    ).toEqual([])
  })

  test('refer to each other by tenant and id together', async () => {
    expect(
      await list(`select k.conrelid::regclass::text || ' -> ' || k.confrelid::regclass::text as name from pg_constraint k
        join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
        where k.contype = 'f' and ${ours} and k.conparentid = 0 and ${holdsTenant}
          and exists (select 1 from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'org_id' and not a.attisdropped)
          and not exists (select 1 from unnest(k.conkey, k.confkey) as pair (own, other)
            join pg_attribute o on o.attrelid = k.conrelid and o.attnum = pair.own
            join pg_attribute f on f.attrelid = k.confrelid and f.attnum = pair.other
            where o.attname = 'org_id' and f.attname = 'org_id')`),
    ).toEqual([])
  })

  test('cannot be reached by the name of a partition', async () => {
    expect(
      await list(`select c.oid::regclass::text || ' by ' || r.rolname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        cross join pg_roles r where ${ours} and c.relispartition and c.relkind in ('r', 'p') and r.rolname like 'imperium\\_%'
          and has_any_column_privilege(r.rolname, c.oid, 'select, insert, update')`),
    ).toEqual([])
  })
})

describe('roles', () => {
  test('are no superusers, bypass nothing, own nothing, and belong to no powerful role', async () => {
    expect(
      await list(`select rolname as name from pg_roles where rolname like 'imperium\\_%'
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`),
    ).toEqual([])
    expect(
      await list(`select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname like 'imperium\\_%'`),
    ).toEqual([])
    expect(
      await list(`select m.member::regrole::text || ' in ' || m.roleid::regrole::text as name from pg_auth_members m
        where m.member::regrole::text like 'imperium\\_%'`),
    ).toEqual(['imperium_auth in imperium_app'])
  })

  test('cannot create in any schema', async () => {
    expect(
      await list(`select r.rolname || ' in ' || n.nspname as name from pg_roles r cross join pg_namespace n where r.rolname like 'imperium\\_%'
        and n.nspname in ('app', 'auth', 'records', 'public', 'pgboss') and has_schema_privilege(r.rolname, n.oid, 'create')`),
    ).toEqual([])
  })

  test('of tenants cannot change history: audit and versions', async () => {
    for (const table of ['app.audit_log', 'app.audit_heads', 'app.agent_versions', 'app.run_events'])
      for (const role of ['imperium_app', 'imperium_auth', 'imperium_query'])
        for (const privilege of ['update', 'delete', 'truncate']) {
          const { rows } = await t.owner.query<{ may: boolean }>('select has_table_privilege($1, $2, $3) as may', [role, table, privilege])
          expect([table, role, privilege, rows[0]?.may]).toEqual([table, role, privilege, false])
        }
  })

  test.each(['imperium_app', 'imperium_query'] as const)('%s sees no row at all without a tenant', async (role) => {
    const client = clients.get(role)!
    const relations =
      await list(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('app', 'auth', 'records', 'pgboss') and c.relkind in ('r', 'p', 'v') and not c.relispartition
        and c.relname not in ('queue', 'version') and has_any_column_privilege('${role}', c.oid, 'select')`)
    expect(relations.length).toBeGreaterThan(role === 'imperium_app' ? 15 : 3)
    for (const tenant of ['', undefined]) {
      if (tenant === undefined) await client.query('reset app.org_id')
      else await client.query(`select set_config('app.org_id', $1, false)`, [tenant])
      for (const relation of relations) {
        const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${relation}`)
        expect([relation, rows[0]?.n]).toEqual([relation, 0])
      }
    }
  })

  test('of tenants see one tenant only, jobs included', async () => {
    const seen = await t.platform.db.withOrg(org.id, (tx) =>
      sql<{ org: string; jobs: number }>`select (select count(distinct org_id)::int from app.agents where org_id <> ${org.id}) as org,
        (select count(*)::int from pgboss.job where group_id is distinct from ${org.id}) as jobs`.execute(tx),
    )
    expect(seen.rows).toEqual([{ org: 0, jobs: 0 }])
    const all = await t.owner.query<{ orgs: number; jobs: number }>(
      'select (select count(distinct group_id)::int from pgboss.job) as jobs, (select count(distinct id)::int from auth.organizations) as orgs',
    )
    expect(all.rows[0]).toMatchObject({
      orgs: expect.toSatisfy((n: number) => n >= 2) as number,
      jobs: expect.toSatisfy((n: number) => n >= 2) as number,
    })
  })

  test('of tenants cannot write a row or a job of another tenant', async () => {
    const stranger = (await makeOrg(t)).id
    const write = (statement: (tx: Parameters<Parameters<typeof t.platform.db.withOrg>[1]>[0]) => Promise<unknown>) =>
      t.platform.db.withOrg(org.id, statement)
    await expect(
      write((tx) => sql`insert into app.outbox (id, org_id, type, payload) values (gen_random_uuid(), ${stranger}, 'x', '{}')`.execute(tx)),
    ).rejects.toThrow(/row-level security/)
    await expect(
      write((tx) => sql`insert into pgboss.job (name, group_id) select name, ${stranger} from pgboss.queue limit 1`.execute(tx)),
    ).rejects.toThrow(/row-level security/)
  })
})

describe('views and functions', () => {
  test('runs views with the rights of the caller', async () => {
    expect(
      await list(`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'v'
        and not coalesce(c.reloptions::text, '') ~ 'security_invoker=(true|on)'`),
    ).toEqual([])
    expect(
      await list(
        `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind = 'm'`,
      ),
    ).toEqual([])
  })

  test('fixes the search path of security definer functions and revokes public execution', async () => {
    const definers = `from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prosecdef`
    expect((await list(`select p.proname as name ${definers}`)).length).toBeGreaterThan(0)
    expect(
      await list(`select p.oid::regprocedure::text as name ${definers} and not coalesce(p.proconfig::text, '') like '%search_path=%'`),
    ).toEqual([])
    expect(
      await list(
        `select p.oid::regprocedure::text as name ${definers} and p.prorettype <> 'trigger'::regtype and has_function_privilege('public', p.oid, 'execute')`,
      ),
    ).toEqual([])
  })
})
