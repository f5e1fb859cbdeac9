import type { Figure } from '../figure.ts'
import type { Client, ServerUnderTest } from '../server-under-test.ts'

const mostMs = 100
const articleLength = 100_000
const documentLength = 1_800_000

interface Work {
  name: string
  run: () => Promise<unknown>
}

const repeat = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length))

/** The longest wait of another organization's requests, sent one after another, while the work goes on. */
async function longestWait(other: Client, work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longestMs = 0
  const ask = async () => {
    while (!isDone) {
      const beganAt = performance.now()
      await other.call('GET', '/api/agents')
      longestMs = Math.max(longestMs, performance.now() - beganAt)
    }
  }
  const asking = ask()
  await work().finally(() => {
    isDone = true
  })
  await asking
  return longestMs
}

/** The largest inputs that readers of foreign text take, each while another organization works. */
function largestInputs(client: Client): Work[] {
  const article = (piece: string) => () =>
    client.call('POST', '/api/knowledge/articles', {
      title: 'Large',
      body: repeat(piece, articleLength),
      visibility: 'public',
      status: 'PUBLISHED',
    })
  // Refused at the end, because it has no operations: reading it is the work.
  const document = (text: string) => () =>
    client
      .call('POST', '/api/integrations/connections', { connectorId: 'openapi', name: 'Large', fields: {}, document: { text } })
      .catch((error: unknown) => error)
  return [
    { name: 'article of 100 KB, text', run: article('Words of a text, one after the other.\n') },
    { name: 'article of 100 KB, blanks', run: article('# a          b\n') },
    { name: 'OpenAPI document of 1.8 MB, YAML', run: document(`openapi: 3.1.0\n${repeat('entry: value\n', documentLength)}`) },
    {
      name: 'OpenAPI document of 1.8 MB, JSON',
      run: document(JSON.stringify({ openapi: '3.1.0', list: repeat('value ', documentLength) })),
    },
  ]
}

/** How long another organization waits while the server reads the largest allowed inputs. */
export async function benchStalls({ register }: ServerUnderTest): Promise<Figure[]> {
  const [client, other] = [await register(), await register()]
  await other.call('GET', '/api/agents')
  const figures: Figure[] = []
  for (const { name, run } of largestInputs(client)) {
    const value = await longestWait(other, run)
    figures.push({ name: `Longest wait beside: ${name}`, value, unit: 'ms', aim: { of: 'value', atMost: mostMs } })
  }
  return figures
}
