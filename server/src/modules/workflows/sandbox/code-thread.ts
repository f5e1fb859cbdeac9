// Runs members' JavaScript in QuickJS, compiled to WebAssembly, with its own memory: only text goes in and out. Each run has a
// fresh runtime; the main thread terminates this thread when it does not respond in time.
import { parentPort } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import type { QuickJSContext, QuickJSHandle, QuickJSSyncVariant, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { message } from '@imperium/contract/kit/message.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import { deepestJson, depthOf } from '../core/json-depth.ts'

export interface CodeRequest {
  id: number
  source: string
  /** JSON text; numbers that JavaScript cannot hold stand as `{ [mark]: digits }`, there and in the result. */
  input: string
  mark: string
  timeMs: number
  memoryBytes: number
  outputBytes: number
}
export type CodeFault = 'CODE_ERROR' | 'CODE_TIMEOUT' | 'CODE_MEMORY' | 'CODE_OUTPUT'
/** `isSpent`: cleaning up after the run is not worth it; the thread is replaced. */
/** Sent once, when code can be run. */
export interface CodeReady {
  isReady: true
}
export type CodeReply = ({ output: string } | (Worded & { fault: CodeFault })) & { id: number; isSpent?: true }

const stackBytes = 256 * 1024

// Captures the built-ins it needs before members' code can change them. The source is a function body: `return` gives the result.
const prelude = `(() => {
  const { parse, stringify } = JSON
  const AsyncFunction = (async () => {}).constructor
  const [Whole, nearest, test] = [BigInt, Number, RegExp.prototype.test.call.bind(RegExp.prototype.test)]
  const whole = /^-?[0-9]+$/
  return async (source, input, mark) => {
    class Decimal {
      constructor(digits) { this[mark] = digits; Object.freeze(this) }
      toString() { return this[mark] }
      valueOf() { return nearest(this[mark]) }
    }
    const read = (_key, value) => {
      const digits = typeof value === 'object' && value !== null ? value[mark] : undefined
      return typeof digits !== 'string' ? value : test(whole, digits) ? Whole(digits) : new Decimal(digits)
    }
    const write = (_key, value) => (typeof value === 'bigint' ? { [mark]: '' + value } : value)
    const text = stringify(await new AsyncFunction('input', '"use strict";' + source + '\\n')(parse(input, read)), write)
    return typeof text === 'string' ? text : 'null'
  }
})()`

const late = { fault: 'CODE_TIMEOUT', message: 'The code exceeded its time limit' } as const
const hungry = { fault: 'CODE_MEMORY', message: 'The code exceeded its memory limit' } as const
const stuck = { fault: 'CODE_ERROR', message: 'The code never finishes' } as const

const say = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Describes a thrown value as text; any value may be thrown, and reading it runs no code of the member. */
function explain(context: QuickJSContext, thrown: QuickJSHandle, wasLate: boolean): { fault: CodeFault; message: string } {
  if (wasLate) return late
  const read = context.dump(thrown) as unknown
  const error = typeof read === 'object' && read !== null ? (read as { name?: unknown; message?: unknown }) : { message: String(read) }
  const shown = say(error.message).slice(0, 300)
  if (/out of memory/i.test(shown)) return hungry
  return { fault: 'CODE_ERROR', message: [say(error.name).slice(0, 60), shown].filter(Boolean).join(': ') || 'The code failed' }
}

function judge(output: string, { id, outputBytes }: CodeRequest): CodeReply {
  if (Buffer.byteLength(output) > outputBytes)
    return { id, fault: 'CODE_OUTPUT', ...message('The result is larger than {max} KB', { max: Math.round(outputBytes / 1024) }) }
  if (depthOf(output) > deepestJson) return { id, fault: 'CODE_OUTPUT', message: 'The result is nested too deeply' }
  return { id, output }
}

function evaluate(context: QuickJSContext, { id, source, input, mark }: CodeRequest, isLate: () => boolean): CodeReply | string {
  const failed = (thrown: QuickJSHandle): CodeReply => thrown.consume((error) => ({ id, ...explain(context, error, isLate()) }))
  const made = context.evalCode(prelude)
  if (made.error) return failed(made.error)
  const texts = [context.newString(source), context.newString(input), context.newString(mark)]
  const called = context.callFunction(made.value, context.undefined, ...texts)
  for (const handle of [made.value, ...texts]) handle.dispose()
  if (called.error) return failed(called.error)
  const jobs = context.runtime.executePendingJobs()
  const state = context.getPromiseState(called.value)
  called.value.dispose()
  if (jobs.error) return failed(jobs.error)
  if (state.type === 'rejected') return failed(state.error)
  if (state.type === 'pending' || isLate()) return { id, ...(isLate() ? late : stuck) }
  return state.value.consume((value) => (context.typeof(value) === 'string' ? context.getString(value) : 'null'))
}

function execute(module: QuickJSWASMModule, request: CodeRequest): CodeReply {
  const runtime = module.newRuntime()
  // CPU time of this thread: other load on a busy machine does not count.
  const began = process.threadCpuUsage()
  const isOver = () => {
    const { user, system } = process.threadCpuUsage(began)
    return user + system > request.timeMs * 1000
  }
  let wasLate = false
  runtime.setMemoryLimit(request.memoryBytes)
  runtime.setMaxStackSize(stackBytes)
  runtime.setInterruptHandler(() => (wasLate ||= isOver()))
  const context = runtime.newContext()
  const result = evaluate(context, request, () => wasLate)
  const response = typeof result === 'string' ? judge(result, request) : result
  if ('fault' in response && response.fault === 'CODE_MEMORY') return { ...response, isSpent: true }
  try {
    context.dispose()
    runtime.dispose()
    return response
  } catch {
    // The engine could not free something; its result is still valid.
    return { ...response, isSpent: true }
  }
}

const modules = newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant)

parentPort?.on('message', (request: CodeRequest) => {
  void modules.then((module) => {
    try {
      parentPort?.postMessage(execute(module, request))
    } catch {
      // The engine itself gave up: nearly always for want of memory.
      parentPort?.postMessage({ id: request.id, ...hungry, isSpent: true } satisfies CodeReply)
    }
  })
})

void modules.then(() => parentPort?.postMessage({ isReady: true } satisfies CodeReady))
