import type { Data, Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { Problem } from '@imperium/contract/kit/problem.ts'

export interface SentRequest {
  endpoint: string
  method: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

type Result = { status: number; body: unknown } | 'none'
type Answering = (request: SentRequest) => Result

/** The API as a screen sees it: each operation answers what the test says, and what it says must be valid by the contract. */
export interface FakeApi {
  /** Answers with data; of a paged operation, one page. */
  give<const E extends Endpoint>(endpoint: E, data: Data<E> | ((request: SentRequest) => Data<E>), nextCursor?: string): void
  /** Answers a refusal. */
  refuse(endpoint: Endpoint, status: number, code: string, texts: string): void
  /** Never answers: the screen is loading. */
  hold(endpoint: Endpoint): void
  /** Requests of an operation so far. */
  sent(endpoint: Endpoint): SentRequest[]
  /** Operations that were asked to change something. */
  writes(): string[]
  /** Requests that no answer was made for: a test must have none. */
  unexpected: string[]
  fetch: typeof fetch
}

export function createFakeApi(): FakeApi {
  const responses = new Map<string, { endpoint: Endpoint; answer: Answering }>()
  const requests: SentRequest[] = []
  const unexpected: string[] = []
  const set = (endpoint: Endpoint, response: Answering) => void responses.set(endpoint.id, { endpoint, answer: response })
  return {
    give: (endpoint, data, nextCursor) =>
      set(endpoint, (request) => {
        const given = typeof data === 'function' ? (data as (request: SentRequest) => unknown)(request) : data
        return { status: endpoint.status ?? 200, body: envelope(endpoint, given, nextCursor ?? null) }
      }),
    refuse: (endpoint, status, code, texts) => set(endpoint, () => ({ status, body: problem(code, texts) })),
    hold: (endpoint) => set(endpoint, () => 'none'),
    sent: ({ id }) => requests.filter(({ endpoint }) => endpoint === id),
    writes: () => requests.filter(({ method }) => method !== 'GET').map(({ endpoint }) => endpoint),
    unexpected,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      for (const { endpoint, answer: response } of responses.values()) {
        const params = match(endpoint, request.method, url.pathname)
        if (!params) continue
        const text = await request.text()
        const sent = {
          endpoint: endpoint.id,
          method: endpoint.method,
          params,
          query: Object.fromEntries(url.searchParams),
          // The bytes of an upload are of no use to a test of a screen.
          body: text && !endpoint.upload ? JSON.parse(text) : undefined,
        }
        requests.push(sent)
        const answered = response(sent)
        if (answered === 'none') return new Promise<never>(() => undefined)
        return Response.json(answered.body, { status: answered.status })
      }
      unexpected.push(`${request.method} ${url.pathname}${url.search}`)
      return Response.json(problem('NOT_FAKED', 'The test gave no answer'), { status: 500 })
    },
  }
}

function envelope(endpoint: Endpoint, data: unknown, nextCursor: string | null): unknown {
  const rest = endpoint.paged ? { page: { nextCursor } } : {}
  return { success: true, data: endpoint.reply ? endpoint.reply.parse(data) : data, requestId: 'request', ...rest }
}

const problem = (code: string, texts: string): Problem =>
  Problem.parse({ success: false, error: texts, message: texts, code, requestId: 'request' })

/** The parameters of an address of the operation; null for an address of another one. */
function match({ method, path }: Endpoint, requested: string, pathname: string): Record<string, string> | null {
  if (method !== requested) return null
  const pattern = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^/api${pattern}$`).exec(pathname)
  return found && { ...found.groups }
}
