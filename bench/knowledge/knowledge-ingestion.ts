import type { KnowledgeIndex } from '../../contract/src/knowledge/knowledge-index.ts'
import { productPassages } from '../../server/src/modules/knowledge/index.ts'
import type { Figure } from '../figure.ts'
import { residentMegabytes } from '../memory.ts'
import type { ServerUnderTest } from '../server-under-test.ts'

const copies = 10

/** Uploads the product's articles as documents, and waits until each passage has a vector of the offline model. */
export async function benchKnowledgeIngestion(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  const before = { memory: residentMegabytes(server.processId), time: server.processorTime() }
  for (let copy = 0; copy < copies; copy++) {
    const text = productPassages.map(({ headings, passage }) => `# ${headings.at(-1)} ${copy}\n\n${passage}`).join('\n\n')
    await fetch(`${server.url}/api/knowledge/documents?name=articles-${copy}.md`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/octet-stream' },
      body: text,
    })
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
