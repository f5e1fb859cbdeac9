import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openCampaignServer, until } from '../campaigns/campaign-server.ts'
import type { CampaignServer } from '../campaigns/campaign-server.ts'

export interface IngestionPlan {
  documents: number
  /** kill -9 of the server while documents are uploaded and read. */
  killsWhileReading: number
  /** And while their passages are embedded. */
  killsWhileEmbedding: number
  timeoutMs: number
}

export interface IngestionResult {
  documents: number
  notReady: number
  /** Documents, passages, search words and vectors that are there more than once. */
  twice: number
  /** Documents, passages, search words, vectors and files that are not there. */
  missing: number
  /** Files that are kept although no document has them. */
  strayFiles: number
  passages: number
  /** Most memory of each process of the server until it was killed, in MB; the last one lived. */
  peaks: number[]
  readySeconds: number
  seconds: number
}

const sections = ['Rule', 'Reason']
const nameOf = (no: number) => `killed-${String(no).padStart(4, '0')}.md`
const textOf = (no: number): string =>
  sections.map((part) => `## ${part} ${no}\n\nThe pangolin keeps the ${part.toLowerCase()} number ${no} of a long list.`).join('\n\n')

/** The kernel's own mark of the most memory that a process has had. */
const peakOf = (pid: number | undefined): number =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const callsApi = (server: CampaignServer) => async (method: string, place: string, body?: string) => {
  const headers = { authorization: `Bearer ${server.token}`, ...(body && { 'content-type': 'application/octet-stream' }) }
  const response = await fetch(`${server.url}/api/knowledge${place}`, { method, headers, ...(body && { body }) })
  if (response.status >= 500) throw new Error(`${method} ${place} answered ${response.status}`)
  return { status: response.status, body: (await response.json()) as { data: unknown[] } }
}

/** A client that asks after a lost connection whether its document has arrived. */
async function uploadOnce(server: CampaignServer, no: number, timeoutMs: number): Promise<void> {
  const api = callsApi(server)
  let isDoubtful = false
  await until(
    async () => {
      try {
        if (isDoubtful && (await api('GET', `/documents?q=${nameOf(no)}`)).body.data.length > 0) return true
        const { status } = await api('POST', `/documents?name=${nameOf(no)}`, textOf(no))
        if (status !== 201) throw new Error(`the upload of ${nameOf(no)} answered ${status}`)
        return true
      } catch {
        isDoubtful = true
        return false
      }
    },
    timeoutMs,
    200,
  )
}

const countOf = async (server: CampaignServer, what: string): Promise<number> =>
  (await server.query<{ n: number }>(`select count(*)::int n from ${what}`))[0]?.n ?? 0

/** Uploads many documents and kills the server again and again until all are read and embedded; returns what is there then. */
export async function crashIngestion(plan: IngestionPlan): Promise<IngestionResult> {
  const { documents, timeoutMs } = plan
  const server = await openCampaignServer(
    Object.fromEntries(['API_PER_HOUR', 'APP_PER_MINUTE'].map((of) => [`RATE_LIMIT_${of}`, '1000000000'])),
  )
  const peaks: number[] = []
  const blow = async () => {
    peaks.push(Math.round(peakOf(server.processId())))
    await server.kill('SIGKILL')
    await pause(500)
    await server.start()
  }
  const killAlong = async (kills: number, progress: () => Promise<number>) => {
    for (let at = 1; at <= kills; at++) {
      await until(async () => (await progress()) >= at / (kills + 1), timeoutMs, 20)
      await blow()
    }
  }
  try {
    const startedAt = performance.now()
    const secondsNow = () => (performance.now() - startedAt) / 1_000
    let left = documents
    const uploader = async () => {
      while (left > 0) await uploadOnce(server, left--, timeoutMs)
    }
    const ready = async () => (await countOf(server, "app.knowledge_documents where status = 'ready'")) / documents
    await Promise.all([...Array.from({ length: 4 }, uploader), killAlong(plan.killsWhileReading, ready)])
    await until(
      async () => (await countOf(server, "app.knowledge_documents where status in ('queued', 'processing')")) === 0,
      timeoutMs,
      100,
    )
    const readySeconds = secondsNow()
    const embedded = async () => (await countOf(server, 'app.knowledge_vectors')) / (documents * sections.length)
    await killAlong(plan.killsWhileEmbedding, embedded)
    await until(async () => (await embedded()) >= 1, timeoutMs, 500)
    peaks.push(Math.round(peakOf(server.processId())))
    return { ...(await compare(server, documents)), documents, peaks, readySeconds, seconds: secondsNow() }
  } finally {
    await server.close()
  }
}

/** Each document has the same number of passages, and each passage one row of words and one vector. */
async function compare(server: CampaignServer, documents: number) {
  const passages = documents * sections.length
  const excess: number[] = []
  const lack: number[] = []
  const expect = async (from: string, key: string, wanted: number) => {
    const [row] = await server.query<{ every: number; distinct: number }>(
      `select count(*)::int as every, count(distinct (${key}))::int as distinct from ${from}`,
    )
    const { every = 0, distinct = 0 } = row ?? {}
    excess.push(every - distinct + Math.max(0, distinct - wanted))
    lack.push(Math.max(0, wanted - distinct))
  }
  await expect('app.knowledge_documents', 'name', documents)
  await expect('app.knowledge_document_chunks', 'document_id, position', passages)
  await expect('app.knowledge_document_chunks c', 'c.headings[array_length(c.headings, 1)]', passages)
  await expect('app.knowledge_words where document_id is not null', 'document_id, position', passages)
  await expect('app.knowledge_signatures s join app.knowledge_vectors v using (org_id, id)', 's.document_id, s.position', passages)
  await expect(
    'app.files f join app.knowledge_documents d on d.org_id = f.org_id and d.file_id = f.id where f.expires_at is null',
    'f.id',
    documents,
  )
  return {
    notReady: documents - (await countOf(server, "app.knowledge_documents where status = 'ready' and passages = " + sections.length)),
    twice: excess.reduce((sum, each) => sum + each, 0),
    missing: lack.reduce((sum, each) => sum + each, 0),
    strayFiles: await countOf(
      server,
      'app.files f where f.expires_at is null and not exists (select from app.knowledge_documents d where d.org_id = f.org_id and d.file_id = f.id)',
    ),
    passages: await countOf(server, 'app.knowledge_document_chunks'),
  }
}
