import type { KnowledgeDocument } from '../../contract/src/knowledge.ts'
import type { SearchTrial } from '../../contract/src/knowledge/knowledge-index.ts'
import type { RunDetail } from '../../contract/src/runs.ts'
import type { Figure } from '../figure.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import { askSets, figuresOf, languages } from './languages/measure-languages.ts'
import type { CorpusLanguage } from './languages/measure-languages.ts'

const documents = Object.values(languages).flatMap((corpus) => corpus.documents)
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Questions in five languages about ten documents: how often the right passage is found, and how often an agent with the sandbox model answers from it. */
export async function benchKnowledgeLanguages(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  for (const [name, body] of documents)
    await fetch(`${server.url}/api/knowledge/documents?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/octet-stream' },
      body,
    })
  while ((await client.call<KnowledgeDocument[]>('GET', '/knowledge/documents?limit=100&status=ready')).length < documents.length)
    await pause()
  const agent = await client.call<{ id: string }>('POST', '/agents', {
    name: 'Support',
    type: 'SUPPORT',
    config: { model: 'sandbox' },
    capabilities: ['knowledge_search'],
  })
  const answer = async (question: string): Promise<RunDetail> => {
    const { runId } = await client.call<{ runId: string }>('POST', `/agents/${agent.id}/execute`, { input: question })
    for (;;) {
      const run = await client.call<RunDetail>('GET', `/runs/${runId}`)
      if (run.status !== 'queued' && run.status !== 'running') return run
      await pause()
    }
  }
  const search = async (question: string) =>
    (await client.call<SearchTrial>('GET', `/knowledge/index/search?q=${encodeURIComponent(question)}`)).passages
  const figures: Figure[] = []
  for (const which of ['tuning', 'closed'] as const) {
    const asked = await askSets(which, { search, answer })
    const all = figuresOf(asked)
    const each = (Object.keys(languages) as CorpusLanguage[]).map((language) => {
      const { hitAtFive, answered } = figuresOf(asked, language)
      return `${language} ${hitAtFive.toFixed(2)}, answered ${answered.toFixed(2)}`
    })
    figures.push(
      {
        name: `five languages, ${which} questions: hit@5`,
        value: all.hitAtFive,
        unit: '',
        aim: { of: 'value', atLeast: 0.85 },
        note: each.join('; '),
      },
      {
        name: `five languages, ${which} questions: answered of those found`,
        value: all.answered,
        unit: '',
        aim: { of: 'value', atLeast: 0.9 },
      },
      {
        name: `five languages, ${which} questions: answered without an answer`,
        value: all.wronglyAnswered,
        unit: '',
        note: `of ${all.unanswerable}; hit@1 ${all.hitAtOne.toFixed(2)} of ${all.questions}`,
      },
    )
  }
  return figures
}
