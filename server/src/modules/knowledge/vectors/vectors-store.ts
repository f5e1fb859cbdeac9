import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { PassageKey, SearchScope } from '../passages-store.ts'
import { isEmbedded } from './indexes-store.ts'
import type { Quantized } from './quantize.ts'

/** A passage without a vector. `stamp` changes with its text. */
export interface MissingPassage {
  kind: 'article' | 'document'
  id: string
  position: number
  headings: string[]
  passage: string
  stamp: string
}

const stampOf = sql`md5(array_to_string(c.headings, chr(10)) || chr(10) || c.passage)`

interface Owner {
  kind: MissingPassage['kind']
  chunks: RawBuilder<unknown>
  parents: RawBuilder<unknown>
  id: RawBuilder<unknown>
}
const owners: readonly Owner[] = [
  { kind: 'article', chunks: sql`app.knowledge_chunks`, parents: sql`app.knowledge_articles`, id: sql`article_id` },
  { kind: 'document', chunks: sql`app.knowledge_document_chunks`, parents: sql`app.knowledge_documents`, id: sql`document_id` },
]

export interface Place {
  kind: string
  id: string
  position: number
}

/** The next passages, in a fixed order, that have no vector in the index. */
export async function listMissing(
  tx: OrgTx,
  { id: indexId, embedding }: { id: string; embedding: string },
  after: Place | null,
  limit: number,
): Promise<MissingPassage[]> {
  const of = ({ kind, chunks, id }: Owner) => sql`(
    select ${kind} as kind, c.${id} as id, c.position, c.headings, c.passage, ${stampOf} as stamp from ${chunks} c
    where ${isEmbedded(embedding)}
      and (${after === null} or (${kind}, c.${id}, c.position) > (${after?.kind ?? ''}, ${after?.id ?? null}::uuid, ${after?.position ?? 0}))
      and not exists (select from app.knowledge_signatures s where s.index_id = ${indexId}::uuid and s.${id} = c.${id} and s.position = c.position)
    order by c.${id}, c.position limit ${limit})`
  const { rows } = await sql<MissingPassage>`
    select * from (${sql.join(owners.map(of), sql` union all `)}) missing order by kind, id, position limit ${limit}`.execute(tx)
  return rows
}

export type WrittenVector = Omit<MissingPassage, 'headings' | 'passage'> & Quantized

/**
 * Writes vectors of passages whose text is unchanged since it was embedded; returns how many. Skips a parent that another transaction locks,
 * because waiting could deadlock; the next pass finds it.
 */
export async function writeVectors(tx: OrgTx, indexId: string, vectors: readonly WrittenVector[]): Promise<number> {
  let written = 0
  for (const { kind, chunks, parents, id } of owners) {
    const own = vectors.filter((vector) => vector.kind === kind)
    if (own.length === 0) continue
    const ids = [...new Set(own.map((vector) => vector.id))]
    const { rows: locked } = await sql<{ id: string }>`
      select id from ${parents} where id = any(${ids}::uuid[]) for share skip locked`.execute(tx)
    const given = JSON.stringify(own.map(({ bytes, ...vector }) => ({ ...vector, bytes: bytes.toString('base64') })))
    const { numAffectedRows = 0n } = await sql`
      with given as (
        select * from jsonb_to_recordset(${given}::jsonb) as g(id uuid, position int, stamp text, signs text, bytes text, scale real)
      ), signed as (
        insert into app.knowledge_signatures (org_id, index_id, ${id}, position, sig)
        select c.org_id, ${indexId}::uuid, c.${id}, c.position, g.signs::bit varying from given g
        join ${chunks} c on c.${id} = g.id and c.position = g.position and ${stampOf} = g.stamp
        where g.id = any(${locked.map((row) => row.id)}::uuid[])
        on conflict do nothing returning org_id, id, ${id} as owner, position
      )
      insert into app.knowledge_vectors (org_id, id, scale, vector)
      select s.org_id, s.id, g.scale, decode(g.bytes, 'base64') from signed s join given g on g.id = s.owner and g.position = s.position`.execute(
      tx,
    )
    written += Number(numAffectedRows)
  }
  return written
}

export interface StoredVector extends PassageKey {
  bytes: Buffer
  scale: number
}

/** Candidates by their signs: this share of all within bounds. Measured by `npm run bench knowledge-search`. */
const [leastCandidates, mostCandidates] = [200, 5_000]
const candidateShare = 0.02

/** Thousands of small rows cost more than the search itself: they come as one. Null where none was found. */
interface Packed {
  articles: (string | null)[] | null
  documents: (string | null)[]
  positions: number[]
  scales: number[]
  bytes: Buffer
}

function unpack({ articles, documents, positions, scales, bytes }: Packed): StoredVector[] {
  if (!articles) return []
  const size = bytes.length / articles.length
  return articles.map((article, at) => ({
    article,
    document: documents[at] ?? null,
    position: positions[at] ?? 0,
    scale: scales[at] ?? 0,
    bytes: bytes.subarray(at * size, (at + 1) * size),
  }))
}

/** The vectors whose signs differ least from those of the question, among the passages that the scope opens. */
export async function findCandidates(
  tx: OrgTx,
  scope: SearchScope,
  { indexId, passages, signs }: { indexId: string; passages: number; signs: string },
): Promise<StoredVector[]> {
  const most = Math.min(mostCandidates, Math.max(leastCandidates, Math.ceil(passages * candidateShare)))
  const { rows } = await sql<Packed>`
    with open as (
      select s.id, s.article_id, s.document_id, s.position, s.sig from app.knowledge_signatures s
      join app.knowledge_articles a on a.id = s.article_id where s.index_id = ${indexId}::uuid and ${scope.articles}
      union all
      select s.id, s.article_id, s.document_id, s.position, s.sig from app.knowledge_signatures s
      join app.knowledge_documents a on a.id = s.document_id where s.index_id = ${indexId}::uuid and ${scope.documents}
    ), near as materialized (
      select id, article_id, document_id, position from open order by bit_count(sig # ${signs}::bit varying) limit ${most}
    )
    select array_agg(near.article_id::text order by near.id) as articles, array_agg(near.document_id::text order by near.id) as documents,
      array_agg(near.position order by near.id) as positions, array_agg(v.scale order by near.id) as scales,
      string_agg(v.vector, '' order by near.id) as bytes
    from near join app.knowledge_vectors v on v.id = near.id`.execute(tx)
  return rows[0] ? unpack(rows[0]) : []
}
