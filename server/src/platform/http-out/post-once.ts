import type { Agent, Dispatcher } from 'undici'
import { EgressError } from './egress-error.ts'
import { toEgressError } from './fetch-once.ts'

export interface PostInit {
  /** Never `host`: the URL sets it. */
  headers: Readonly<Record<string, string>>
  body: string
  /** Bound on the whole exchange. */
  timeoutMs: number
  /** Limit of the response size. */
  maxBytes: number
  /** A longer response is cut at the limit instead of being left out. */
  isCut?: boolean
}

export interface PostResponse {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Empty when it broke off or was too large: the status came before. */
  text: string
  /** The response was longer. */
  isCutOff: boolean
}

/** One exchange. The response is collected as it arrives; its end, an error or the timeout settles it, whichever comes first. */
class PostHandler implements Dispatcher.DispatchHandler {
  readonly #resolve: (response: PostResponse) => void
  readonly #reject: (error: unknown) => void
  readonly #maxBytes: number
  readonly #isCut: boolean
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #answer: Omit<PostResponse, 'text' | 'isCutOff'> | undefined
  #size = 0
  #isOver = false

  constructor(
    { timeoutMs, maxBytes, isCut = false }: PostInit,
    resolve: (response: PostResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#resolve = resolve
    this.#reject = reject
    this.#maxBytes = maxBytes
    this.#isCut = isCut
    this.#timer = setTimeout(() => this.#breakOff(new EgressError('timeout', 'whole exchange', { maybeSent: true })), timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It waited too long for a connection: the caller has already given up.
    if (this.#isOver) controller.abort(new EgressError('timeout', 'before it began'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: PostResponse['headers']): void {
    if (status < 200) return
    const encoding = headers['content-encoding']
    // We request no compression; a response compressed anyway could unpack to any size.
    if (status > 599 || (encoding !== undefined && encoding !== 'identity'))
      return this.#breakOff(new EgressError('bad_response', `status ${status}, encoding ${String(encoding)}`, { maybeSent: true }))
    this.#answer = { status, headers }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.#maxBytes && this.#isCut) return this.#cut(chunk)
    if (this.#size > this.#maxBytes)
      return this.#breakOff(new EgressError('too_large', `more than ${this.#maxBytes} bytes`, { maybeSent: true }))
    this.#chunks.push(chunk)
  }

  #cut(chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, chunk.length - (this.#size - this.#maxBytes)))
    // A character that the limit divides is left out.
    this.#end(new TextDecoder().decode(Buffer.concat(this.#chunks), { stream: true }), true)
    this.#controller?.abort(new EgressError('too_large', `more than ${this.#maxBytes} bytes`, { maybeSent: true }))
  }

  onResponseEnd(): void {
    const [first] = this.#chunks
    this.#end((this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first)?.toString('utf8') ?? '')
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(toEgressError(error, this.#answer !== undefined))
  }

  /** The status decides when there is one. */
  fail(error: unknown): void {
    if (this.#answer) return this.#end('')
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#reject(error)
  }

  #end(text: string, isCutOff = false): void {
    if (this.#isOver || !this.#answer) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#resolve({ ...this.#answer, text, isCutOff })
  }

  #breakOff(error: EgressError): void {
    this.fail(error)
    this.#controller?.abort(error)
  }
}

/** Posts text and reads the whole response as text, without following redirects: `fetchOnce` without the cost of streams. */
export const postOnce = (agent: Agent, url: URL, init: PostInit): Promise<PostResponse> =>
  new Promise((resolve, reject) => {
    const handler = new PostHandler(init, resolve, reject)
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...init.headers },
      body: init.body,
    } as const
    try {
      agent.dispatch(request, handler)
    } catch (error) {
      handler.fail(toEgressError(error, false))
    }
  })
