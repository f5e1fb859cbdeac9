import { mkdtempSync, rmSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { prepareRoles } from '../server/src/platform/db/roles.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts'

// What rows that belong to nodes cost: `node bench/hierarchy.ts [contacts]`. One connection, alternating rounds of one run: the list of
// contacts without the row policy of nodes, with it for an owner, and with it for the manager of 40 nodes; the tree; a move of 3,000 nodes.

const contacts = Number(process.argv[2] ?? 500_000)
const org = '01900000-0000-7000-8000-000000000001'
const manager = '01900000-0000-7000-8000-000000000002'
const nodes = 10_000
const rounds = 15

const folder = mkdtempSync('/var/tmp/imperium-bench-')
const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
try {
  const owner = new pg.Client(server.connection)
  owner.on('error', () => undefined)
  await owner.connect()
  await prepareRoles(owner, 'bench')
  await migrate(server.connection, () => undefined)
  await owner.query(`set search_path = app, auth, pg_catalog`)
  await fill(owner)
  const policy = `(select app.viewer() is null) or (node_id is null and (select app.viewer_scope() is null)) or node_id in (select app.visible_nodes())`
  const page = `select id, email, first_name, last_name from app.contacts order by created_at desc, id desc limit 51`
  const total = `select count(*) from app.contacts where email is not null`
  for (const [name, statement] of [
    ['first page', page],
    ['count', total],
  ] as const) {
    const times: Record<string, number[]> = { plain: [], owner: [], manager: [] }
    for (let round = 0; round < rounds; round++) {
      await owner.query('drop policy nodes on app.contacts')
      times['plain']?.push(await timed(owner, statement))
      await owner.query(`create policy nodes on app.contacts as restrictive to imperium_app, imperium_query using (${policy})`)
      times['owner']?.push(await timed(owner, statement))
      times['manager']?.push(await timed(owner, statement, manager))
    }
    for (const [who, ms] of Object.entries(times))
      console.log(`${name}, ${who}: median ${median(ms)} ms, least ${Math.min(...ms).toFixed(2)} ms`)
  }
  const tree = `select n.id, (select max(p.distance) from app.org_node_paths p where p.org_id = n.org_id and p.descendant_id = n.id) from app.org_nodes n`
  const { rows } = await owner.query<{ id: string; parent_id: string }>(
    `select n.id, n.parent_id from app.org_nodes n join app.org_node_paths p on p.ancestor_id = n.id
     where n.parent_id is not null group by n.id, n.parent_id order by abs(count(*) - 3000) limit 1`,
  )
  const { rows: roots } = await owner.query<{ id: string }>('select id from app.org_nodes where parent_id is null')
  const [moved, root] = [rows[0], roots[0]]
  const size = await owner.query<{ count: string }>('select count(*) from app.org_node_paths where ancestor_id = $1', [moved?.id])
  const times = []
  for (const target of [root?.id, moved?.parent_id, root?.id, moved?.parent_id])
    times.push(
      await timed(owner, `update app.org_nodes set parent_id = '${target}' where id = '${moved?.id}' and parent_id <> '${target}'`),
    )
  console.log(`move of ${size.rows[0]?.count} nodes: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  console.log(`all ${nodes} nodes with their levels: ${(await timed(owner, tree)).toFixed(0)} ms`)
  await owner.end()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function fill(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into auth.organizations (id, name, slug, max_users, max_agents, storage_limit_bytes, api_calls_limit)
    values ($1, 'Bench', 'bench', 10, 10, 1, 1)`,
    [org],
  )
  await owner.query(
    `insert into auth.users (id, email, first_name, last_name, terms_version) values ($1, 'm@example.com', 'M', 'M', '1')`,
    [manager],
  )
  await owner.query(`insert into auth.memberships (org_id, user_id, role) values ($1, $2, 'MEMBER')`, [org, manager])
  // Node n stands below (n - 1) / 2, but for a chain of a third of them: about twelve levels.
  await owner.query(
    `insert into app.org_nodes (org_id, id, parent_id, name, slug, type)
     select $1, lpad(n::text, 32, '0')::uuid, case when n = 0 then null else lpad(((n - 1) / 2)::text, 32, '0')::uuid end, 'n' || n, 'n' || n, 'division'
     from generate_series(0, $2::int - 1) n order by n`,
    [org, nodes],
  )
  await owner.query(
    `insert into app.assignments (org_id, id, user_id, node_id, role)
     select $1, gen_random_uuid(), $2, id, 'ADMIN' from (select id from app.org_nodes order by id offset 200 limit 40) n`,
    [org, manager],
  )
  // Half of them belong to nodes.
  await owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, first_name, last_name, source, node_id, created_at)
     select $1, gen_random_uuid(), 'c' || n || '@example.com', '\\x00', 'First', 'Last' || n, 'manual',
       case when n % 2 = 0 then lpad((n % $3)::text, 32, '0')::uuid end, now() - n * interval '1 second'
     from generate_series(1, $2::int) n`,
    [org, contacts, nodes],
  )
  await owner.query('analyze')
}

/** Milliseconds of a statement as the application, for a viewer or for one who sees all; the second of two, so that it is warm. */
async function timed(owner: pg.Client, statement: string, viewer = ''): Promise<number> {
  await owner.query(`begin; set local role imperium_app; set local app.org_id = '${org}'; set local app.viewer = '${viewer}'`)
  if (/^select/.test(statement)) await owner.query(statement)
  const began = performance.now()
  await owner.query(statement)
  const ms = performance.now() - began
  await owner.query('commit')
  return ms
}

function median(values: number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(2)
}
