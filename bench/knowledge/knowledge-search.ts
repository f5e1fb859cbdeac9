import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import {
  findCandidates,
  productPassages,
  quantize,
  scopeOfReader,
  signsOf,
  similarityOf,
  toUnit,
} from '../../server/src/modules/knowledge/index.ts'
import type { OrgTx } from '../../server/src/platform/db/database.ts'
import { createOfflineEmbedder } from '../../server/src/platform/embeddings/offline-embedder.ts'
import { percentile } from '../figure.ts'
import type { Figure } from '../figure.ts'
import type { Client, ServerUnderTest } from '../server-under-test.ts'
import { questions, unanswerable } from './questions.ts'

const perDocument = 100
const rounds = 40

/** Between two real vectors, a little aside: as many as are wanted, spread as those of real texts are. */
function mixVectors(real: readonly Float32Array[], count: number): Float32Array[] {
  let seed = 1
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  return Array.from({ length: count }, () => {
    const [a, b] = [real[Math.floor(random() * real.length)], real[Math.floor(random() * real.length)]]
    const part = random()
    return (
      toUnit(Float32Array.from(a ?? [], (value, at) => part * value + (1 - part) * (b?.[at] ?? 0) + (random() - 0.5) * 0.06)) ??
      new Float32Array()
    )
  })
}

interface Filled {
  client: Client
  indexId: string
  vectors: Float32Array[]
}

/** Documents with passages of the product's own words in random order, the frequent ones more often, and a complete index. Written as the owner, not embedded. */
async function fill({ database: { owner }, register }: ServerUnderTest, real: readonly Float32Array[], count: number): Promise<Filled> {
  const client = await register()
  // Frequent words first, as a passage is filled with them more often.
  const counts = new Map<string, number>()
  for (const { passage } of productPassages)
    for (const word of passage.toLowerCase().match(/[a-z]{3,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  const vocabulary = [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word)
  const file = (
    await owner.query(
      `insert into app.files (org_id, id, name, content_type, completed_at) values ($1, gen_random_uuid(), 'bench', 'text/plain', now()) returning id`,
      [client.orgId],
    )
  ).rows[0].id
  const documents = (
    await owner.query(
      `insert into app.knowledge_documents (org_id, id, name, format, file_id, size_bytes, status, passages, language, visibility)
       select $1, uuidv7(), 'Document ' || n, 'text', $2, 0, 'ready', $3, 'en', 'organization' from generate_series(1, $4::int) n returning id`,
      [client.orgId, file, perDocument, count / perDocument],
    )
  ).rows.map(({ id }) => String(id))
  await owner.query(
    `insert into app.knowledge_document_chunks (org_id, document_id, position, headings, passage, language)
     select $1, d, n, '{Document}', text, 'en' from unnest($2::uuid[]) d cross join generate_series(0, $3::int - 1) n
     cross join lateral (
       select string_agg(($4::text[])[1 + floor(cardinality($4::text[]) * random() ^ 2)::int], ' ') as text from generate_series(1, 60) where d is not null and n >= 0
     ) t`,
    [client.orgId, documents, perDocument, vocabulary],
  )
  await owner.query(
    `insert into app.knowledge_words (org_id, document_id, position, language, search)
     select org_id, document_id, position, language, setweight(to_tsvector('english', 'Document'), 'A') || setweight(to_tsvector('english', passage), 'B')
     from app.knowledge_document_chunks where org_id = $1`,
    [client.orgId],
  )
  const indexId = (
    await owner.query(
      `insert into app.knowledge_indexes (org_id, id, embedding, model, dimensions, related, unrelated, is_active, status, passages)
       values ($1, gen_random_uuid(), 'offline', 'use-lite-en', 512, 0.588, 0.164, true, 'ready', $2) returning id`,
      [client.orgId, count],
    )
  ).rows[0].id
  const vectors = mixVectors(real, count)
  for (let from = 0; from < count; from += 1_000) {
    const rows = vectors.slice(from, from + 1_000).map((vector, at) => {
      const { signs, bytes, scale } = quantize(vector)
      const no = from + at
      return {
        document: documents[Math.floor(no / perDocument)],
        position: no % perDocument,
        signs,
        bytes: bytes.toString('base64'),
        scale,
      }
    })
    await owner.query(
      `with given as (select * from jsonb_to_recordset($3::jsonb) as g(document uuid, position int, signs text, bytes text, scale real)),
       signed as (insert into app.knowledge_signatures (org_id, index_id, document_id, position, sig)
         select $1, $2, document, position, signs::bit varying from given returning id, document_id, position)
       insert into app.knowledge_vectors (org_id, id, scale, vector)
       select $1, s.id, g.scale, decode(g.bytes, 'base64') from signed s join given g on g.document = s.document_id and g.position = s.position`,
      [client.orgId, indexId, JSON.stringify(rows)],
    )
  }
  await owner.query(
    'vacuum (analyze) app.knowledge_documents, app.knowledge_document_chunks, app.knowledge_words, app.knowledge_signatures, app.knowledge_vectors',
  )
  return { client, indexId, vectors }
}

/** Wall time of a search through HTTP, and seconds of processor time for each. */
async function timeSearches(server: ServerUnderTest, { client }: Filled) {
  const queries = questions.slice(0, rounds + 1).map(([, question]) => question)
  const times: number[] = []
  let before = server.processorTime()
  for (const [at, q] of queries.entries()) {
    const startedAt = performance.now()
    await client.call('GET', `/knowledge/search?q=${encodeURIComponent(q)}`)
    // The first one loads the model.
    if (at === 0) before = server.processorTime()
    else times.push(performance.now() - startedAt)
  }
  const after = server.processorTime()
  const milliseconds = (of: 'node' | 'postgres') => Math.round(((after[of] - before[of]) * 1_000) / rounds)
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), node: milliseconds('node'), postgres: milliseconds('postgres') }
}

/** The share of the ten really nearest that the candidates by signs contain, under row-level security, and the time of the statement. */
async function measureRecall(server: ServerUnderTest, { client, indexId, vectors }: Filled, queries: readonly Float32Array[]) {
  const pool = new pg.Pool({ ...server.database.connection, max: 1 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  let found = 0
  const times: number[] = []
  for (const question of queries) {
    const exact = vectors
      .map((vector, no) => ({ no, similarity: vector.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0) }))
      .toSorted((a, b) => b.similarity - a.similarity)
      .slice(0, 10)
    const candidates = await db.transaction().execute(async (tx) => {
      await sql`set local role imperium_app`.execute(tx)
      await sql`select set_config('app.org_id', ${client.orgId}, true)`.execute(tx)
      const startedAt = performance.now()
      const scope = scopeOfReader({ role: 'OWNER', mayWrite: true })
      const rows = await findCandidates(tx as unknown as OrgTx, scope, { indexId, passages: vectors.length, signs: signsOf(question) })
      times.push(performance.now() - startedAt)
      return rows
    })
    const best = candidates
      .map((vector) => similarityOf(question, vector))
      .toSorted((a, b) => b - a)
      .slice(0, 10)
    // By similarity instead of by name: an eighth of the bytes may swap two that are all but equal.
    found += exact.filter(({ similarity }) => best.some((other) => Math.abs(other - similarity) < 0.002)).length
  }
  await db.destroy()
  return { recall: found / (10 * queries.length), p50: percentile(times, 0.5) }
}

export async function benchKnowledgeSearch(server: ServerUnderTest): Promise<Figure[]> {
  const embedder = createOfflineEmbedder()
  const texts = [...productPassages.flatMap(({ passage }) => passage.split(/(?<=\.)\s+/).slice(0, 6)), ...unanswerable]
  const [real, queries] = await Promise.all(
    [texts, questions.slice(0, rounds).map(([, question]) => question)].map(async (each) =>
      (await embedder.embed(each)).flatMap((vector) => toUnit(vector) ?? []),
    ),
  )
  await embedder.close()
  const figures: Figure[] = []
  for (const count of [10_000, 100_000]) {
    const filled = await fill(server, real ?? [], count)
    const both = await timeSearches(server, filled)
    await filled.client.call('PUT', '/knowledge/index', { embedding: 'offline', isReranked: false })
    const { recall, p50 } = await measureRecall(server, filled, queries ?? [])
    await server.database.owner.query(`update app.knowledge_search_settings set embedding = 'none' where org_id = $1`, [
      filled.client.orgId,
    ])
    const textOnly = await timeSearches(server, filled)
    const size = count.toLocaleString('en')
    figures.push(
      {
        name: `search of ${size} passages, p50`,
        value: both.p50,
        unit: 'ms',
        beside: { name: 'full text alone', value: textOnly.p50, unit: 'ms' },
        ratio: both.p50 / textOnly.p50,
        note: `p95 ${Math.round(both.p95)} ms, full text alone ${Math.round(textOnly.p95)} ms; processor time of one: Node ${both.node} ms, PostgreSQL ${both.postgres} ms, full text alone ${textOnly.node} and ${textOnly.postgres} ms`,
      },
      {
        name: `recall@10 of ${size} vectors against exact search`,
        value: recall,
        unit: '',
        aim: { of: 'value', atLeast: 0.95 },
        note: `statement p50 ${p50.toFixed(1)} ms`,
      },
    )
  }
  return figures
}
