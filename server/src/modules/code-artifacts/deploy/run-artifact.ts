import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { TestResult } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { z } from 'zod'
import { runCode } from '../../workflows/index.ts'
import type { PreparedCode } from '../verdict/prepare-function.ts'

const runMs = 1_000
const testMs = 3_000

/** What the sandbox runs: the code, and the call of what it offers. `config` are the deployed configurations. */
export function runnableOf({ body, entry }: PreparedCode): string | null {
  if (entry === null) return null
  const call =
    entry.kind === 'function'
      ? `return await ${entry.name}(input.input)`
      : `const { method, args = [] } = input.input ?? {}
if (typeof method !== 'string' || method === 'constructor' || !Object.hasOwn(${entry.name}.prototype, method)) throw new Error('There is no such method')
return await new ${entry.name}()[method](...args)`
  return `const config = Object.freeze(input.config)\nconst secrets = Object.freeze(input.secrets ?? {})\n${body}\n${call}`
}

interface RunInput {
  input: Json
  config: Json
  secrets: Record<string, string>
}

export const runArtifact = (owner: string, runnable: string, { input, config, secrets }: RunInput, signal?: AbortSignal) =>
  runCode({ owner, source: runnable, input: { input, config, secrets }, timeMs: runMs }, signal)

// `test` and `assert` as in the test runners that people know, and nothing else.
const harness = `
const __results = []
const __pending = []
const test = (name, work) => { __pending.push([String(name).slice(0, 200), work]) }
const __shown = (value) => { try { return JSON.stringify(value) } catch { return String(value) } }
const assert = Object.assign((ok, text) => { if (!ok) throw new Error(text ?? 'The assertion failed') }, {
  equal: (a, b, text) => { if (!Object.is(a, b)) throw new Error(text ?? __shown(a) + ' is not ' + __shown(b)) },
  deepEqual: (a, b, text) => { if (__shown(a) !== __shown(b)) throw new Error(text ?? __shown(a) + ' is not ' + __shown(b)) },
  throws: (work, text) => { let threw = false; try { work() } catch { threw = true } if (!threw) throw new Error(text ?? 'Nothing was thrown') },
})`
const finish = `
for (const [name, work] of __pending) {
  try { await work(); __results.push({ name, passed: true, message: null }) }
  catch (error) { __results.push({ name, passed: false, message: String(error?.message ?? error).slice(0, 300) }) }
}
return __results`

const Results = z.array(z.object({ name: z.string(), passed: z.boolean(), message: z.string().nullable() })).max(500)

export interface Tested {
  passed: boolean
  results: TestResult[]
  message: string | null
}

/** Runs tests beside the code that they are about. No test at all is no success. */
export async function runTests(owner: string, code: string, tests: string): Promise<Tested> {
  const source = `const config = Object.freeze({})\nconst secrets = Object.freeze({})\n${harness}\n${code}\n;{\n${tests}\n}\n${finish}`
  const result = await runCode({ owner, source, input: null, timeMs: testMs })
  if (!('output' in result)) return { passed: false, results: [], message: result.message }
  const parsed = Results.safeParse(result.output)
  if (!parsed.success) return { passed: false, results: [], message: 'The tests gave no results.' }
  const results = parsed.data
  if (results.length === 0) return { passed: false, results, message: 'There is no test.' }
  return { passed: results.every(({ passed }) => passed), results, message: null }
}
