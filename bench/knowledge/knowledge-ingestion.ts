import type { KnowledgeDocument } from '../../contract/src/knowledge.ts'
import type { KnowledgeIndex } from '../../contract/src/knowledge/knowledge-index.ts'
import { productPassages } from '../../server/src/modules/knowledge/index.ts'
import type { Figure } from '../figure.ts'
import { residentMegabytes } from '../memory.ts'
import type { Client, ServerUnderTest } from '../server-under-test.ts'

const copies = 10

const documents = 1_000
/** Characters of a printed page. */
const page = 2_000

const upload = (url: string, client: Client, name: string, body: string) =>
  fetch(`${url}/api/knowledge/documents?name=${name}.md`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/octet-stream' },
    body,
  })

/** A thousand documents of one page each, found by words alone: pages per second, and memory in their first tenth beside that of the rest. */
async function ingestMany(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  await client.call('PUT', '/knowledge/index', { embedding: 'none' })
  const words = productPassages.map(({ headings, passage }) => `## ${headings.at(-1)}\n\n${passage}`).join('\n\n')
  const textOf = (no: number) => `# Number ${no}\n\n${(words + words).slice((no * 37) % words.length).slice(0, page)}`
  const before = server.processorTime()
  const startedAt = performance.now()
  let [first, most] = [0, 0]
  for (let no = 0; no < documents; no++) {
    await upload(server.url, client, `page-${no}`, textOf(no))
    most = Math.max(most, residentMegabytes(server.processId))
    if (no === documents / 10) first = most
  }
  const isWaiting = async (status: KnowledgeDocument['status']) =>
    (await client.call<unknown[]>('GET', `/knowledge/documents?limit=1&status=${status}`)).length > 0
  while ((await isWaiting('queued')) || (await isWaiting('processing'))) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    most = Math.max(most, residentMegabytes(server.processId))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const after = server.processorTime()
  return [
    {
      name: 'documents of one page, read and found by words',
      value: documents / seconds,
      unit: 'pages per second',
      note: `${documents} in ${seconds.toFixed(0)} s, uploads included; processor time each: Node ${(((after.node - before.node) * 1_000) / documents).toFixed(0)} ms, PostgreSQL ${(((after.postgres - before.postgres) * 1_000) / documents).toFixed(0)} ms`,
    },
    {
      name: 'memory at most, 1,000 documents',
      value: most,
      unit: 'MB',
      beside: { name: 'of the first 100', value: first, unit: 'MB' },
      ratio: most / first,
    },
  ]
}

/** Uploads the product's articles as documents, and waits until each passage has a vector of the offline model. */
export async function benchKnowledgeIngestion(server: ServerUnderTest): Promise<Figure[]> {
  const many = await ingestMany(server)
  const client = await server.register()
  const before = { memory: residentMegabytes(server.processId), time: server.processorTime() }
  for (let copy = 0; copy < copies; copy++) {
    const text = productPassages.map(({ headings, passage }) => `# ${headings.at(-1)} ${copy}\n\n${passage}`).join('\n\n')
    await upload(server.url, client, `articles-${copy}`, text)
  }
  const startedAt = performance.now()
  let most = 0
  let index = await client.call<KnowledgeIndex>('GET', '/knowledge/index')
  while (index.active?.status !== 'ready' || index.active.done < copies * productPassages.length) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    most = Math.max(most, residentMegabytes(server.processId))
    index = await client.call<KnowledgeIndex>('GET', '/knowledge/index')
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const { done } = index.active
  const after = server.processorTime()
  return [
    ...many,
    {
      name: 'ingestion with offline vectors',
      value: done / (after.node - before.time.node),
      unit: 'passages per second of processor',
      note: `${done} passages in ${seconds.toFixed(0)} s; PostgreSQL ${(((after.postgres - before.time.postgres) * 1_000) / done).toFixed(1)} ms each`,
    },
    {
      name: 'memory at most while embedding',
      value: most,
      unit: 'MB',
      beside: { name: 'before', value: before.memory, unit: 'MB' },
    },
  ]
}
