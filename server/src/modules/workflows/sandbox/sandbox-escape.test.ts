import { describe, expect, test } from 'vitest'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { ExactNumber } from '../../../platform/text/exact-number.ts'
import { loadTemplates } from '../../../platform/text/liquid.ts'
import { runCode } from './run-code.ts'

const run = (source: string, input: Json = {}, timeMs = 150) => runCode({ owner: 'ours', source, input, timeMs })
const clean = () => ({
  polluted: ({} as Record<string, unknown>)['polluted'],
  array: ([] as unknown as Record<string, unknown>)['polluted'],
})

describe('normal code', () => {
  test('reads input, returns JSON, may await, and reports the position of an error', async () => {
    expect(await run('return { sum: input.list.reduce((a, b) => a + b, 0) }', { list: [1, 2, 3] })).toEqual({ output: { sum: 6 } })
    expect(await run('const x = await Promise.resolve(2); return x * 2')).toEqual({ output: 4 })
    expect(await run('// nothing')).toEqual({ output: null })
    expect(await run('throw new TypeError("no score")')).toEqual({ fault: 'CODE_ERROR', message: 'TypeError: no score' })
    expect(await run('return 1 +')).toMatchObject({ fault: 'CODE_ERROR', message: expect.stringContaining('SyntaxError') })
  })
  test('shares nothing between two runs', async () => {
    await run('globalThis.left = "behind"; Array.prototype.left = 1; return 1')
    expect(await run('return [typeof left, [].left ?? null]')).toEqual({ output: ['undefined', null] })
  })
})

describe('escape attempts', () => {
  test.each([
    'return process.env',
    'return require("fs").readFileSync("/etc/passwd")',
    'return globalThis.process.mainModule',
    'return this.constructor.constructor("return process")().env',
    'return (function(){ return this.process }).call(null).env',
    'return [].constructor.constructor("return globalThis.process.env")()',
    'return (async () => {}).constructor("return process.env")()',
    'return Reflect.construct(Function, ["return process.env"])()',
    'const m = await import("node:fs"); return m.readdirSync("/")',
    'return await fetch("http://169.254.169.254/").then((r) => r.text())',
    'return new XMLHttpRequest()',
    'return new WebAssembly.Module(new Uint8Array([0]))',
    'return new Worker("x")',
    'setTimeout(() => {}, 0); return 1',
    'return Deno.readTextFileSync("/etc/passwd")',
    'return eval("process.env")',
    'try { null.x } catch (e) { return e.constructor.constructor("return process.env")() }',
    'return Error.prepareStackTrace.constructor("return process")()',
    'return std.loadFile("/etc/passwd")',
    'return os.exec(["id"])',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0); return 1',
    'return new Int32Array(new SharedArrayBuffer(1024)).length.process.env',
  ])('%s finds nothing', async (source) => {
    expect(await run(source)).toMatchObject({ fault: 'CODE_ERROR' })
  })
  test('gives each run its own global objects', async () => {
    const { output } = (await run('return Object.getOwnPropertyNames(globalThis)')) as { output: string[] }
    for (const name of ['process', 'require', 'module', 'Buffer', 'fetch', 'setTimeout', 'console', 'Worker', 'WebAssembly', 'std', 'os'])
      expect(output).not.toContain(name)
  })
})

describe('time and memory', () => {
  test.each([
    ['while (true) {}'],
    ['for (;;) await null'],
    ['const f = () => Promise.resolve().then(f); await f()'],
    ['return /^(a+)+$/.test("a".repeat(40) + "!")'],
    ['return /^(([a-z])+.)+[A-Z]([a-z])+$/.test("a".repeat(60))'],
    ['const o = { get a() { while (true) {} } }; return o'],
    ['return { toJSON() { while (true) {} } }'],
    ['return new Proxy({}, { ownKeys() { while (true) {} } })'],
    ['try { while (true) {} } catch { return 1 }'],
    ['try { while (true) {} } finally { while (true) {} }'],
    ['Object.prototype.toJSON = () => { while (true) {} }; return {}'],
    ['throw { get message() { while (true) {} }, toString() { while (true) {} } }'],
  ])('%s ends', async (source) => {
    expect(await run(source)).toHaveProperty('fault')
  })
  test.each([
    ['const a = []; while (true) a.push("x".repeat(100000) + a.length)'],
    ['return new Array(1e9).fill(0).length'],
    ['return [..."x".repeat(1e8)].length'],
    ['return new Uint8Array(2 ** 30).length'],
    ['let s = "xxxxxxxxxx"; while (true) s += s + s'],
    ['const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })'],
    ['const f = () => f() + 1; return f()'],
    ['let o = {}; for (let i = 0; i < 1e6; i++) o = { o }; return o'],
    ['return JSON.parse("[".repeat(1e6))'],
  ])('%s is contained', async (source) => {
    expect(await run(source, {}, 500)).toHaveProperty('fault')
  })
  test('runs the next code normally afterwards', async () => {
    expect(await run('return 1')).toEqual({ output: 1 })
  })
  test('ends an aborted run immediately', async () => {
    const controller = new AbortController()
    const running = runCode({ owner: 'ours', source: 'while (true) {}', input: {}, timeMs: 5000 }, controller.signal)
    setTimeout(() => controller.abort(new Error('called off')), 50)
    await expect(running).rejects.toThrow('called off')
    expect(await run('return 2')).toEqual({ output: 2 })
  })
})

describe('results and input', () => {
  test('is bounded in size and depth', async () => {
    expect(await run('return "x".repeat(2e6)')).toMatchObject({ fault: 'CODE_OUTPUT' })
    expect(await run('let a = []; for (let i = 0; i < 500; i++) a = [a]; return a')).toMatchObject({ fault: 'CODE_OUTPUT' })
    expect(await run('return "[[[[".repeat(1000)')).toEqual({ output: '[[[['.repeat(1000) })
  })
  test('is plain data that changes no object of ours', async () => {
    const { output } = (await run(
      'return JSON.parse(\'{"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1}},"constructor":{"prototype":{"polluted":1}}}\')',
    )) as {
      output: Record<string, Json>
    }
    expect(Object.getPrototypeOf(output)).toBe(Object.prototype)
    expect(Object.keys(output)).toEqual(['a', 'constructor'])
    Object.assign({}, output)
    expect(clean()).toEqual({ polluted: undefined, array: undefined })
    await run('Object.prototype.polluted = 1; Array.prototype.polluted = 1; return 1')
    expect(clean()).toEqual({ polluted: undefined, array: undefined })
  })
  test('functions, symbols and circles are no data', async () => {
    expect(await run('return () => 1')).toEqual({ output: null })
    expect(await run('return Symbol("x")')).toEqual({ output: null })
    expect(await run('const a = {}; a.a = a; return a')).toMatchObject({ fault: 'CODE_ERROR' })
    expect(await run('return [10n, 2n ** 64n]')).toEqual({ output: [10, new ExactNumber('18446744073709551616')] })
    expect(await run('return 10n ** 2000n')).toMatchObject({ fault: 'CODE_OUTPUT' })
    expect(await run('JSON.stringify = () => "not JSON"; return { a: 1 }')).toEqual({ output: { a: 1 } })
    expect(await run('return { get a() { return "computed" } }')).toEqual({ output: { a: 'computed' } })
  })
  test('treats input as data, whatever it contains', async () => {
    const input = { code: '"); while(true){} ("', html: '</script>', unicode: '\u2028\u2029"\\' }
    expect(await run('return input', input)).toEqual({ output: input })
    expect(await run('return input.polluted ?? "no"', JSON.parse('{"__proto__":{"polluted":1}}') as Json)).toEqual({ output: 'no' })
  })
})

describe('templates', () => {
  const render = async (source: string, scope: object = {}) => {
    const templates = await loadTemplates()
    return templates.compile(source, 'text').render(scope)
  }
  test.each([
    '{{ trigger.constructor }}',
    '{{ trigger.constructor.constructor }}',
    '{{ trigger.__proto__.polluted }}',
    '{{ trigger["__proto__"] }}',
    '{{ trigger.toString }}',
    '{{ trigger.list.constructor }}',
    '{{ "x".constructor }}',
    '{{ globalThis }}',
    '{{ process.env }}',
    '{% assign a = trigger.hasOwnProperty %}{{ a }}',
    '{% include "/etc/passwd" %}',
    '{% render "x" %}',
    '{% layout "x" %}',
    '{{ trigger | raw }}',
    '{{ trigger | inspect }}',
    '{% increment polluted %}{{ trigger.polluted }}',
  ])('%s reads nothing', async (source) => {
    const text = await render(source, { trigger: { list: [1] } }).catch(() => '')
    expect(text).toBe('')
    expect(clean()).toEqual({ polluted: undefined, array: undefined })
  })
  test.each([
    '{% for a in (1..1000000000) %}{% for b in (1..1000000000) %}x{% endfor %}{% endfor %}',
    '{% assign s = "xxxxxxxxxx" %}{% for i in (1..100) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
    '{% for i in (1..100000) %}{{ trigger.text }}{% endfor %}',
    '{{ trigger.text | split: "" | join: "," | split: "," | join: ",,,,,,,,,,,,,,," | split: "" | join: "xxxxxxxxxxxxxxxxxxxxx" }}',
    '{% capture a %}{% for i in (1..1000000) %}yyyyyyyyyy{% endfor %}{% endcapture %}{{ a }}',
  ])('%s ends', async (source) => {
    await expect(render(source, { trigger: { text: 'x'.repeat(50_000) } })).rejects.toThrow(/takes too long or makes too much/)
  })
  test('JSON keys called __proto__ are names like others', async () => {
    const trigger = JSON.parse('{"__proto__":{"polluted":"own"},"a":1}') as object
    expect(await render('{{ trigger.a }}', { trigger })).toBe('1')
    await expect(render('{{ trigger.polluted }}', { trigger })).rejects.toThrow(/no value/)
    expect(clean()).toEqual({ polluted: undefined, array: undefined })
  })
})

test('code of one organization does not keep that of another waiting, however much of it there is', async () => {
  const flood = Array.from({ length: 20 }, () => runCode({ owner: 'theirs', source: 'while (true) {}', input: {}, timeMs: 300 }))
  const order: string[] = []
  const reported = flood.map((each, index) => each.then(() => order.push(`theirs ${index}`)))
  await runCode({ owner: 'ours', source: 'return 1', input: {}, timeMs: 300 }).then(() => order.push('ours'))
  await Promise.all(reported)
  expect(order.indexOf('ours')).toBeLessThan(5)
})
