import { argon2, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Figure } from './figure.ts'
import { measureRates } from './load.ts'
import type { Rates, Request } from './load.ts'
import { benchPassword } from './server-under-test.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const rowCount = 10_000

/** 10,000 agents in one organization, written as the owner: the product itself would stop at the plan's limit. */
async function seedAgents({ database }: ServerUnderTest, orgId: string): Promise<string> {
  const values = `$1::uuid, a.id, 'You are a helpful AI assistant.', 0.7, 2000, '{database_query}'::text[], 'sandbox', 'Bea Bench'`
  await database.owner.query(
    `with a as materialized (
       select n, uuidv7(make_interval(secs => -n)) as id from generate_series(1, ${rowCount}) as n
     ), agents as (
       insert into app.agents (org_id, id, system_prompt, temperature, max_tokens, capabilities, model, created_by,
                               name, description, type, category, status, is_public, version, created_at)
       select ${values}, 'Agent ' || n, 'Looks after customers of region ' || n, 'CUSTOMER_SERVICE', 'Business', 'ACTIVE', false, 1,
              now() - make_interval(secs => n) from a
       returning 1
     )
     insert into app.agent_versions (org_id, agent_id, system_prompt, temperature, max_tokens, capabilities, model, created_by, version)
     select ${values}, 1 from a`,
    [orgId],
  )
  await database.owner.query('analyze app.agents, app.agent_versions')
  const { rows } = await database.owner.query<{ id: string }>('select id from app.agents where org_id = $1 offset 5000 limit 1', [orgId])
  return rows[0]?.id ?? ''
}

/** 10,000 contacts, written as the owner for speed. */
async function seedContacts({ database }: ServerUnderTest, orgId: string): Promise<void> {
  await database.owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, first_name, last_name, tags, custom, source, created_at)
     select $1::uuid, uuidv7(make_interval(secs => -n)), 'person' || n || '@example.com', sha256(('person' || n)::bytea), 'Person', 'Number ' || n,
            '{vip,news}'::text[], '{"city": "Berlin"}'::jsonb, 'manual', now() - make_interval(secs => n)
     from generate_series(1, ${rowCount}) as n`,
    [orgId],
  )
  await database.owner.query('analyze app.contacts')
}

const figureOf = (name: string, rates: Rates, extra: Partial<Figure> = {}): Figure => ({
  name,
  value: rates.ours,
  unit: 'requests/s',
  beside: { name: 'bare node:http', value: rates.bare, unit: 'requests/s' },
  ratio: rates.ours / rates.bare,
  note: `16 connections, ${(rates.bytes / 1024).toFixed(1)} KB; median ${rates.p50} ms, p99 ${rates.p99} ms; processor a request: Node ${rates.processorMs.node.toFixed(2)}, PostgreSQL ${rates.processorMs.postgres.toFixed(2)}, bare ${rates.processorMs.bare.toFixed(3)} ms`,
  ...extra,
})

/** Lists of 50 of 10,000 agents and contacts, and one agent by id. */
export async function benchReads(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  const id = await seedAgents(server, client.orgId)
  await seedContacts(server, client.orgId)
  const headers = { authorization: `Bearer ${client.token}` }
  const list = await measureRates(server, { url: `${server.url}/api/agents?limit=50`, headers })
  const contacts = await measureRates(server, { url: `${server.url}/api/contacts?limit=50`, headers })
  const read = await measureRates(server, { url: `${server.url}/api/agents/${id}`, headers })
  return [
    figureOf('list 50 of 10,000 agents', list, { aim: { of: 'ratio', atLeast: 0.05 } }),
    figureOf('list 50 of 10,000 contacts', contacts, { aim: { of: 'ratio', atLeast: 0.05 } }),
    figureOf('read an agent by id (10,000 in the organization)', read),
  ]
}

/** Writes of one organization, which all extend its one audit chain. Baseline: transactions of one row each, over bare connections. */
export async function benchWrites(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  await server.database.owner.query('update auth.organizations set max_agents = 10000000 where id = $1', [client.orgId])
  const rates = await measureRates(
    server,
    {
      url: `${server.url}/api/agents`,
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bench agent', type: 'SALES' }),
    },
    { connections: writers },
  )
  const commits = await bareCommits(server, 4)
  return [
    {
      ...figureOf('create an agent', rates),
      beside: { name: `bare transactions of one row, ${writers} connections`, value: commits, unit: 'commits/s' },
      ratio: rates.ours / commits,
      note: `${writers} connections, one organization; bare node:http ${Math.round(rates.bare)}/s; median ${rates.p50} ms, p99 ${rates.p99} ms; processor a request: Node ${rates.processorMs.node.toFixed(2)}, PostgreSQL ${rates.processorMs.postgres.toFixed(2)} ms`,
    },
  ]
}

const writers = 10

/** Commits a second of as many bare connections, each writing one row at a time. */
async function bareCommits({ database }: ServerUnderTest, seconds: number): Promise<number> {
  const { owner, connection } = database
  await owner.query('create table if not exists public.bench_commits (id bigint generated always as identity, text text)')
  const clients = Array.from({ length: writers }, () => new pg.Client(connection))
  await Promise.all(clients.map((each) => each.connect()))
  const until = performance.now() + seconds * 1_000
  const counts = await Promise.all(
    clients.map(async (each) => {
      let count = 0
      for (; performance.now() < until; count++) await each.query(`insert into public.bench_commits (text) values ('one row')`)
      return count
    }),
  )
  await Promise.all(clients.map((each) => each.end()))
  await owner.query('drop table public.bench_commits')
  return counts.reduce((sum, each) => sum + each, 0) / seconds
}

/** Sign-ins without other load. Baseline: the same hashes alone, one per processor at a time. */
export async function benchLogin(server: ServerUnderTest): Promise<Figure[]> {
  const { email } = await server.register()
  const request: Request = {
    url: `${server.url}/api/auth/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: benchPassword }),
  }
  const figures: Figure[] = []
  for (const connections of [4, 32]) {
    const rates = await measureRates(server, request, { connections })
    const hashes = await bareHashes(3)
    figures.push({
      name: `sign in, ${connections} connections`,
      value: rates.ours,
      unit: 'sign-ins/s',
      beside: { name: 'hashes alone', value: hashes, unit: 'hashes/s' },
      ratio: rates.ours / hashes,
      aim: { of: 'value', atLeast: 50 },
      note: `median ${rates.p50} ms, p99 ${rates.p99} ms; processor a request: Node ${rates.processorMs.node.toFixed(1)}, PostgreSQL ${rates.processorMs.postgres.toFixed(1)} ms`,
    })
  }
  return figures
}

/** Hashes a second of the product's settings, by Node's own pool of threads. */
async function bareHashes(seconds: number): Promise<number> {
  const hash = promisify(argon2)
  const parameters = { message: benchPassword, nonce: randomBytes(16), parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
  const until = performance.now() + seconds * 1_000
  const counts = await Promise.all(
    Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
      let count = 0
      for (; performance.now() < until; count++) await hash('argon2id', parameters)
      return count
    }),
  )
  return counts.reduce((sum, each) => sum + each, 0) / seconds
}
