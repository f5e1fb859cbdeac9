import type { SearchTrial } from '../../contract/src/knowledge/knowledge-index.ts'
import { productPassages, readProductVectors, similarityOf, toUnit } from '../../server/src/modules/knowledge/index.ts'
import { createOfflineEmbedder } from '../../server/src/platform/embeddings/offline-embedder.ts'
import type { Figure } from '../figure.ts'
import type { Client, ServerUnderTest } from '../server-under-test.ts'
import { heldOut } from './held-out-questions.ts'
import { questions, unanswerable } from './questions.ts'

interface Place {
  articleId: string | null
  headings: string[]
}

/** As `knowledge_search` gives. */
const ofAgents = 6

const isRight = ({ articleId, headings }: Place, answer: string): boolean => {
  const [article, heading] = answer.split('#')
  return articleId === article && (heading === undefined || headings.at(-1) === heading)
}
type Questions = readonly (readonly [answer: string, question: string])[]
const share = (all: readonly Place[][], first: number, of: Questions = questions): number =>
  of.filter(([answer], at) => all[at]?.slice(0, first).some((place) => isRight(place, answer))).length / of.length

const ask = async (client: Client, texts: readonly string[]): Promise<SearchTrial['passages'][]> => {
  const found: SearchTrial['passages'][] = []
  for (const q of texts) found.push((await client.call<SearchTrial>('GET', `/knowledge/index/search?q=${encodeURIComponent(q)}`)).passages)
  return found
}

async function byVectorsAlone(of: Questions): Promise<Place[][]> {
  const embedder = createOfflineEmbedder()
  const vectors = await embedder.embed(of.map(([, question]) => question))
  await embedder.close()
  const passages = new Map(productPassages.map((passage) => [`${passage.article}/${passage.position}`, passage]))
  return vectors.map((vector) => {
    const unit = toUnit(vector) ?? new Float32Array()
    return readProductVectors()
      .vectors.map((stored) => ({ similarity: similarityOf(unit, stored), key: `${stored.article}/${stored.position}` }))
      .toSorted((a, b) => b.similarity - a.similarity)
      .map(({ key }) => ({ articleId: passages.get(key)?.article ?? null, headings: passages.get(key)?.headings ?? [] }))
  })
}

/** Questions about the product's own articles: how often the right passage is among the first five. */
export async function benchKnowledgeQuality(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  const texts = questions.map(([, question]) => question)
  await client.call('PUT', '/knowledge/index', { embedding: 'none' })
  const byText = await ask(client, texts)
  const held = heldOut.map(([, question]) => question)
  const heldByText = await ask(client, held)
  await client.call('PUT', '/knowledge/index', { embedding: 'offline' })
  const both = await ask(client, texts)
  const heldByBoth = await ask(client, held)
  const vectors = await byVectorsAlone(questions)
  const heldByVectors = await byVectorsAlone(heldOut)
  const noise = await ask(client, unanswerable)
  const usableOf = (found: SearchTrial['passages'][]) =>
    found.map((passages) => passages.filter(({ isAnswer }) => isAnswer).slice(0, ofAgents))
  const right = (found: SearchTrial['passages'][]) => share(usableOf(found), ofAgents)
  const answered = usableOf(noise).filter((passages) => passages.length > 0).length
  const first = `hit@1: full text ${share(byText, 1).toFixed(2)}, vectors ${share(vectors, 1).toFixed(2)}, both ${share(both, 1).toFixed(2)}`
  return [
    { name: 'hit@5 of full text', value: share(byText, 5), unit: '', note: `${questions.length} questions` },
    { name: 'hit@5 of vectors (offline model)', value: share(vectors, 5), unit: '' },
    {
      name: 'hit@5 of both',
      value: share(both, 5),
      unit: '',
      beside: { name: 'full text', value: share(byText, 5), unit: '' },
      ratio: share(both, 5) / share(byText, 5),
      aim: { of: 'ratio', atLeast: 1 },
      note: first,
    },
    {
      name: 'questions for which an agent gets the right passage',
      value: right(both),
      unit: '',
      beside: { name: 'by full text alone', value: right(byText), unit: '' },
      ratio: right(both) / right(byText),
      note: 'above its threshold, among the six that it gets',
    },
    {
      name: 'questions that no article answers, for which it gets any',
      value: answered / unanswerable.length,
      unit: '',
      note: `${answered} of ${unanswerable.length}`,
    },
    {
      name: 'held-out questions: hit@5 of both',
      value: share(heldByBoth, 5, heldOut),
      unit: '',
      beside: { name: 'full text', value: share(heldByText, 5, heldOut), unit: '' },
      ratio: share(heldByBoth, 5, heldOut) / share(heldByText, 5, heldOut),
      note: `${heldOut.length} questions; vectors alone ${share(heldByVectors, 5, heldOut).toFixed(2)}; hit@1 of both ${share(heldByBoth, 1, heldOut).toFixed(2)}`,
    },
  ]
}
