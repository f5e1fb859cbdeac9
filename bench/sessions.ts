import { createHash, randomBytes, randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { startBareServer } from './bare-server.ts'
import { median, percentile } from './figure.ts'
import type { Figure } from './figure.ts'
import { benchPassword } from './server-under-test.ts'
import type { Client, ServerUnderTest } from './server-under-test.ts'

const sessionCount = 100_000
/** More tokens than the cache of a few seconds in front of the lookup can serve. */
const tokensUsed = 20_000

/** Writes 100,000 active sessions of 20,000 users of one organization, as the owner; returns the tokens of some of them. */
async function seedSessions({ database }: ServerUnderTest, orgId: string): Promise<string[]> {
  const { owner } = database
  const people = sessionCount / 5
  await owner.query(
    `with u as (insert into auth.users (id, email, first_name, last_name, terms_version)
       select uuidv7(), 'seeded' || n || '@example.com', 'Sam', 'Seeded', 'bench' from generate_series(1, ${people}) n returning id)
     insert into auth.memberships (org_id, user_id, role) select $1, id, 'MEMBER' from u`,
    [orgId],
  )
  const { rows } = await owner.query<{ id: string }>(`select id from auth.users where email like 'seeded%'`)
  const tokens: string[] = []
  for (let done = 0; done < sessionCount; done += 10_000) {
    const batch = Array.from({ length: 10_000 }, (_, at) => {
      const token = randomBytes(32).toString('base64url')
      if (tokens.length < tokensUsed && at % 5 === 0) tokens.push(token)
      return { id: randomUUID(), hash: createHash('sha256').update(token).digest('hex'), user: rows[(done + at) % rows.length]?.id }
    })
    await owner.query(
      `insert into auth.sessions (id, token_hash, family_id, user_id, current_org_id, transport, ip_address, user_agent, expires_at)
       select id, decode(hash, 'hex'), id, "user", $1, 'bearer', '127.0.0.1', 'bench', now() + interval '20 hours'
       from jsonb_to_recordset($2::jsonb) as s(id uuid, hash text, "user" uuid)`,
      [orgId, JSON.stringify(batch)],
    )
  }
  await owner.query('vacuum analyze auth.sessions, auth.users, auth.memberships')
  return tokens
}

interface Shot {
  rate: number
  p50: number
  p99: number
}

/** Sends as many requests as 16 connections can complete. */
async function shoot(url: string, tokens: readonly string[], seconds: number): Promise<Shot> {
  const requests = tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } }))
  const result = await autocannon({ url, connections: 16, duration: seconds, requests })
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} time-outs`)
  return { rate: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Sends requests at a steady rate, each when it is due, even if earlier ones are not answered yet. */
async function shootSteadily(url: string, tokens: readonly string[], seconds: number): Promise<Shot> {
  const latencies: number[] = []
  const open: Promise<void>[] = []
  const ask = async (token: string | undefined) => {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    latencies.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  for (let sent = 0; sent < steadyRate * seconds;) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * steadyRate)
    for (; sent < due; sent++) open.push(ask(tokens[Math.floor(Math.random() * tokens.length)]))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(open)
  return { rate: steadyRate, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

/** Authenticated requests, each with another of 100,000 sessions. Baseline: the same request with a single session. */
export async function benchSessions(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  const tokens = await seedSessions(server, client.orgId)
  const url = `${server.url}/api/auth/profile`
  const sample = await (await fetch(url, { headers: { authorization: `Bearer ${client.token}` } })).text()
  const bare = await startBareServer({ status: 200, headers: { 'content-type': 'application/json' }, body: sample })
  try {
    await shoot(url, [client.token], 2)
    const baseline = await shoot(bare.url, [client.token], 4)
    const one = await shoot(url, [client.token], 6)
    const many = await shoot(url, tokens, 8)
    const figure = { unit: 'requests/s', beside: { name: 'bare node:http', value: baseline.rate, unit: 'requests/s' } }
    return [
      {
        ...figure,
        name: 'authenticated requests, 100,000 sessions',
        value: many.rate,
        ratio: many.rate / baseline.rate,
        note: `each of ${tokens.length.toLocaleString('en')} tokens in turn; median ${many.p50} ms, p99 ${many.p99} ms`,
      },
      {
        ...figure,
        name: 'the same with one session',
        value: one.rate,
        ratio: one.rate / baseline.rate,
        note: `median ${one.p50} ms, p99 ${one.p99} ms`,
      },
      ...(await benchFlood(server, client, tokens)),
    ]
  } finally {
    bare.stop()
  }
}

/** Requests per second that a busy installation of this size serves: below saturation, so that delays show and not only queueing. */
const steadyRate = 300
const floodConnections = 32

/** Effect of a flood of sign-ins on other requests: alternating rounds without and with it, and the median of each kind. */
async function benchFlood(server: ServerUnderTest, { email }: Client, tokens: readonly string[]): Promise<Figure[]> {
  const url = `${server.url}/api/auth/profile`
  const quiet: Shot[] = []
  const flooded: Shot[] = []
  const saturatedQuiet: Shot[] = []
  const saturatedFlooded: Shot[] = []
  let logins = 0
  for (let round = 0; round < 3; round++) {
    quiet.push(await shootSteadily(url, tokens, 5))
    saturatedQuiet.push(await shoot(url, tokens, 5))
    logins += await duringFlood(server, email, 11, async () => {
      flooded.push(await shootSteadily(url, tokens, 5))
      saturatedFlooded.push(await shoot(url, tokens, 5))
    })
  }
  const middle = (shots: Shot[], key: keyof Shot) => median(shots.map((shot) => shot[key]))
  const note = `${floodConnections} connections signing in, ${Math.round(logins / 33)} sign-ins or refusals/s; limits of sign-in switched off`
  return [
    {
      name: 'full load of other requests during a login flood',
      value: middle(saturatedFlooded, 'rate'),
      unit: 'requests/s',
      beside: { name: 'without the flood', value: middle(saturatedQuiet, 'rate'), unit: 'requests/s' },
      ratio: middle(saturatedFlooded, 'rate') / middle(saturatedQuiet, 'rate'),
      aim: { of: 'ratio', atLeast: 0.8 },
      note,
    },
    {
      name: `median of ${steadyRate} other requests/s during a login flood`,
      value: middle(flooded, 'p50'),
      unit: 'ms',
      beside: { name: 'without the flood', value: middle(quiet, 'p50'), unit: 'ms' },
      ratio: middle(flooded, 'p50') / middle(quiet, 'p50'),
      aim: { of: 'ratio', atMost: 1.2 },
      note: `p99 ${middle(flooded, 'p99').toFixed(1)} ms, without ${middle(quiet, 'p99').toFixed(1)} ms`,
    },
  ]
}

async function duringFlood(server: ServerUnderTest, email: string, seconds: number, work: () => Promise<void>): Promise<number> {
  const flood = autocannon({
    url: `${server.url}/api/auth/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: benchPassword }),
    connections: floodConnections,
    duration: seconds,
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  await work()
  const { '2xx': done, non2xx } = await flood
  return done + non2xx
}
