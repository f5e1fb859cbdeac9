import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import { LongNumberError, hasExactNumbers, replaceExactNumbers } from '../../../platform/text/exact-json.ts'
import { isNumberText, numberOf } from '../../../platform/text/exact-number.ts'
import type { CodeReply, CodeFault, CodeReady, CodeRequest } from './code-thread.ts'

export const codeLimits = { memoryBytes: 32 * 1024 * 1024, timeMs: 5000, threads: 2, waiting: 2000, waitingOfOne: 500 } as const

/** The limit is CPU time; a thread that has not answered after this wall time is terminated, as an endless loop cannot stop itself. */
const patienceMs = (timeMs: number): number => timeMs * 5 + 2000
/** Time for a new thread to start on a busy machine. */
const startMs = 30_000
/** WebAssembly memory grows and never shrinks: a thread is replaced after this many runs. */
const runsPerThread = 1000

export type CodeResult = { output: Json } | (Worded & { fault: CodeFault | 'CODE_BUSY' })

interface Task {
  /** The organization that owns the code. */
  owner: string
  request: CodeRequest
  resolve: (result: CodeResult) => void
}
interface Thread {
  worker: Worker
  task: Task | null
  timer: NodeJS.Timeout | null
  isReady: boolean
  runs: number
}

const threads = new Set<Thread>()
const waiting: Task[] = []
let lastId = 0

/**
 * Runs JavaScript on JSON in isolation: own engine and thread, no network, files or ticking clock. Never rejects because of the code;
 * an abort ends it immediately. An owner gets a second thread only when no other owner waits.
 */
export function runCode(
  { owner, source, input, timeMs }: { owner: string; source: string; input: Json; timeMs: number },
  signal?: AbortSignal,
): Promise<CodeResult> {
  const mine = waiting.reduce((count, task) => (task.owner === owner ? count + 1 : count), 0)
  if (waiting.length >= codeLimits.waiting || mine >= codeLimits.waitingOfOne)
    return Promise.resolve({ fault: 'CODE_BUSY', message: 'Too many code steps are queued' })
  const id = ++lastId
  const { memoryBytes } = codeLimits
  const mark = `digits ${randomUUID()}`
  const marked = hasExactNumbers(input) ? replaceExactNumbers(input, ({ digits }) => ({ [mark]: digits })) : input
  const request: CodeRequest = {
    id,
    source,
    input: JSON.stringify(marked),
    mark,
    timeMs,
    memoryBytes,
    outputBytes: workflowLimits.outputBytes,
  }
  return new Promise((resolve, reject) => {
    const abort = () => {
      const at = waiting.findIndex((task) => task.request.id === id)
      if (at >= 0) waiting.splice(at, 1)
      const thread = [...threads].find((each) => each.task?.request.id === id)
      if (thread) end(thread, null)
      reject(signal?.reason as Error)
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    waiting.push({
      owner,
      request,
      resolve: (result) => {
        signal?.removeEventListener('abort', abort)
        resolve(result)
      },
    })
    next()
  })
}

/** The first task of an owner without a thread, or the first of all. */
function takeNext(): Task | undefined {
  const busy = new Set([...threads].map(({ task }) => task?.owner))
  const at = waiting.findIndex(({ owner }) => !busy.has(owner))
  return waiting.splice(Math.max(at, 0), 1)[0]
}

function next(): void {
  while (waiting.length > 0) {
    const thread = [...threads].find((each) => each.task === null) ?? (threads.size < codeLimits.threads ? start() : null)
    const task = thread && takeNext()
    if (!task) return
    give(thread, task)
  }
}

function give(thread: Thread, task: Task): void {
  const { request } = task
  thread.task = task
  thread.runs += 1
  // Keeps the process alive while a task is pending, not for an idle thread.
  thread.worker.ref()
  watch(thread, thread.isReady ? patienceMs(request.timeMs) : startMs)
  thread.worker.postMessage(request)
}

function watch(thread: Thread, ms: number): void {
  if (thread.timer) clearTimeout(thread.timer)
  thread.timer = setTimeout(() => end(thread, { fault: 'CODE_TIMEOUT', message: 'The code exceeded its time limit' }), ms)
}

/** Leaves out the key `__proto__`: copied by assignment it would change an object's prototype. */
const read = (text: string, mark: string): Json =>
  JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : unmarked(value, mark))) as Json

/** A number that the code had as a BigInt or left as it was. */
function unmarked(value: unknown, mark: string): unknown {
  const digits = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[mark] : undefined
  if (typeof digits !== 'string') return value
  if (!isNumberText(digits)) throw new LongNumberError('A number has too many digits.')
  return numberOf(digits)
}

function readOutput(text: string, mark: string): CodeResult {
  try {
    return { output: read(text, mark) }
  } catch (error) {
    if (!(error instanceof LongNumberError)) throw error
    return { fault: 'CODE_OUTPUT', message: 'A number of the result has too many digits' }
  }
}

function take(thread: Thread, response: CodeReply): void {
  const { task } = thread
  if (task?.request.id !== response.id) return
  if (thread.timer) clearTimeout(thread.timer)
  thread.task = null
  if (response.isSpent || thread.runs >= runsPerThread) drop(thread)
  else thread.worker.unref()
  const { id: _id, isSpent: _isSpent, ...result } = response
  task.resolve('output' in result ? readOutput(result.output, task.request.mark) : result)
  next()
}

function drop(thread: Thread): void {
  threads.delete(thread)
  if (thread.timer) clearTimeout(thread.timer)
  void thread.worker.terminate()
}

function end(thread: Thread, result: CodeResult | null): void {
  const { task } = thread
  thread.task = null
  drop(thread)
  if (task && result) task.resolve(result)
  next()
}

function start(): Thread {
  const worker = new Worker(new URL('./code-thread.ts', import.meta.url), {
    // Passes no environment variables of the process.
    env: {},
    argv: [],
    // The result reports what the engine prints when it aborts.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  })
  const thread: Thread = { worker, task: null, timer: null, isReady: false, runs: 0 }
  worker.unref()
  worker.stdout.resume()
  worker.stderr.resume()
  worker.on('message', (response: CodeReply | CodeReady) => {
    if (!('isReady' in response)) return take(thread, response)
    thread.isReady = true
    if (thread.task) watch(thread, patienceMs(thread.task.request.timeMs))
  })
  const broken = () => {
    if (threads.has(thread)) end(thread, { fault: 'CODE_MEMORY', message: 'The code exceeded its memory limit' })
  }
  worker.on('error', broken)
  worker.on('exit', broken)
  threads.add(thread)
  return thread
}
