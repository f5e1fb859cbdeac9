import pg from 'pg'
import { isGenuine } from '../platform/audit/audit-anchors.ts'
import { createKeyRing } from '../platform/crypto/crypto.ts'
import type { KeyRing } from '../platform/crypto/crypto.ts'
import { rolePassword } from '../platform/db/roles.ts'
import { zeroId } from '../platform/ids.ts'
import { loadSecrets } from '../platform/crypto/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { openDatabase } from './open-database.ts'

export const auditVerify: Command = {
  name: 'audit verify',
  usage: '[--org SLUG]',
  summary: [
    'Recomputes every link of the audit chains: each row says what it said when it was written, none is missing, none was added.',
    'A chain whose oldest months were dropped begins at its anchor, which is sealed with the encryption key.',
    'Exit code 1 and the first broken link of each chain where that is not so.',
  ].join('\n'),
  options: { org: { type: 'string' } },
  operands: 0,
  run: async ({ config, flags, print }) => {
    const opened = await openDatabase(config)
    // The role that may sweep over all organizations, also where the database's owner is no superuser.
    const secrets = loadSecrets(config)
    const keyRing = createKeyRing({ current: secrets.encryptionKey, previous: secrets.encryptionKeysPrevious })
    const password = rolePassword('imperium_system', secrets.encryptionKey)
    const client = new pg.Client({ ...opened.connection, user: 'imperium_system', password, application_name: 'imperium_admin' })
    try {
      await client.connect()
      const org = typeof flags['org'] === 'string' ? flags['org'] : undefined
      return await verifyChains(client, keyRing, org, print)
    } finally {
      await client.end()
      await opened.close()
    }
  },
}

interface Chain {
  id: string
  slug: string | null
}

/** @returns 0 when every chain is whole, else 1. What is written meanwhile is left for the next time. */
export async function verifyChains(
  client: pg.Client,
  keyRing: KeyRing,
  slug: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  const startedAt = performance.now()
  await client.query('begin isolation level repeatable read read only')
  // A chain is an organization's; one whose head was removed still has its rows.
  const { rows: chains } = await client.query<Chain>(
    `select ids.org_id as id, o.slug from (select org_id from app.audit_heads union select org_id from app.audit_log union select org_id from app.audit_anchors) ids
     left join auth.organizations o on o.id = ids.org_id where $1::text is null or o.slug = $1 order by o.slug nulls first, ids.org_id`,
    [slug ?? null],
  )
  if (slug && chains.length === 0) throw new StartError(`The organization "${slug}" does not exist or has no audit log.`)
  let rows = 0
  let broken = 0
  for (const chain of chains) {
    const result = await verifyChain(client, keyRing, chain.id)
    rows += result.rows
    if (!result.problem) continue
    broken += 1
    print(`BROKEN  ${nameOf(chain)}: ${result.problem}`)
  }
  await client.query('commit')
  const seconds = (performance.now() - startedAt) / 1000
  const speed = `${Math.round(rows / Math.max(seconds, 0.001))} rows/s`
  print(`${broken === 0 ? 'Whole' : `${broken} broken`}: ${chains.length} chains with ${rows} rows in ${seconds.toFixed(1)} s (${speed}).`)
  return broken === 0 ? 0 : 1
}

const nameOf = ({ id, slug }: Chain): string => slug ?? (id === zeroId ? 'the platform' : `organization ${id}`)

const batch = 5_000

interface BatchRow {
  rows: number
  last_seq: number | null
  last_hash: Buffer | null
  seq: number | null
  at: Date | null
  action: string | null
  previous: number | null
  sound: boolean | null
}

/** Walks one chain by batches: the database computes, and only the first broken link and the end of each batch come back. */
async function verifyChain(client: pg.Client, keyRing: KeyRing, orgId: string): Promise<{ rows: number; problem: string | null }> {
  const beginning = await findBeginning(client, keyRing, orgId)
  if (beginning.problem !== null) return { rows: 0, problem: beginning.problem }
  let rows = 0
  let lastSeq = beginning.seq
  let lastHash = beginning.hash
  for (;;) {
    const [found] = (await client.query<BatchRow>(batchQuery, [orgId, lastSeq, lastHash, batch])).rows as [BatchRow]
    rows += found.rows
    if (found.seq !== null) return { rows, problem: explain(found) }
    if (found.last_seq === null) break
    lastSeq = found.last_seq
    lastHash = found.last_hash
    if (found.rows < batch) break
  }
  return { rows, problem: await compareHead(client, orgId, lastSeq, lastHash) }
}

interface Beginning {
  seq: number
  hash: Buffer | null
  problem: string | null
}

/** Where a chain begins: at its first row, or after the last row that was dropped with its month. */
async function findBeginning(client: pg.Client, keyRing: KeyRing, orgId: string): Promise<Beginning> {
  const { rows } = await client.query<{ seq: string; hash: Buffer; sealed: string; older: string | null }>(
    `select seq, hash, sealed, (select min(seq) from app.audit_log l where l.org_id = a.org_id and l.seq <= a.seq) as older
     from app.audit_anchors a where org_id = $1`,
    [orgId],
  )
  const anchor = rows[0]
  if (!anchor) return { seq: 0, hash: null, problem: null }
  const seq = Number(anchor.seq)
  const found = { seq, hash: anchor.hash }
  if (!isGenuine(keyRing, { orgId, seq, hash: anchor.hash, sealed: anchor.sealed }))
    return { ...found, problem: `its anchor after row ${seq} was forged, or sealed with another encryption key` }
  if (anchor.older !== null) return { ...found, problem: `row ${anchor.older} stands before the anchor after row ${seq}: it was put in` }
  return { ...found, problem: null }
}

// The first row's link is the hash of the organization's own id (see app.audit_chain). Sequence numbers are compared as the
// statement sees them, so that a row that was taken out shows as a gap, and one that was put in as a repeat.
const batchQuery = `
  with batch as (
    select seq, at, action, prev_hash, hash, app.audit_digest(r) as digest from app.audit_log r
    where org_id = $1 and seq > $2 order by seq, at limit $4
  ), links as (
    select seq, at, action, hash, digest = hash as sound,
           coalesce(lag(seq) over w, $2::bigint) as previous,
           prev_hash = coalesce(lag(hash) over w, $3::bytea, sha256(convert_to($1::uuid::text, 'UTF8'))) as linked
    from batch window w as (order by seq, at)
  ), first_broken as (
    select seq, at, action, previous, sound from links where not (sound and linked and seq = previous + 1) order by seq, at limit 1
  )
  select (select count(*) from links) as rows, (select max(seq) from links) as last_seq,
         (select hash from links order by seq desc, at desc limit 1) as last_hash, b.*
  from (select 1) one left join first_broken b on true`

function explain({ seq, at, action, previous, sound }: BatchRow): string {
  const where = `row ${seq} (${action}, ${at?.toISOString()})`
  if (Number(seq) !== Number(previous) + 1) return `${where} comes after row ${previous}: rows were removed or put in`
  return sound ? `${where} is not linked to the row before it` : `${where} was changed after it was written`
}

async function compareHead(client: pg.Client, orgId: string, lastSeq: number, lastHash: Buffer | null): Promise<string | null> {
  const { rows } = await client.query<{ seq: string; hash: Buffer }>('select seq, hash from app.audit_heads where org_id = $1', [orgId])
  const head = rows[0]
  if (!head) return 'its head is missing, so the last rows cannot be proved'
  if (Number(head.seq) !== lastSeq) return `its head says ${head.seq} rows, but the last is ${lastSeq}: the newest rows were removed`
  return lastHash === null || head.hash.equals(lastHash) ? null : 'its head has another hash than the last row'
}
