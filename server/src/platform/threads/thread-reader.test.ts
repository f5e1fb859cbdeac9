import { getPriority } from 'node:os'
import { describe, expect, test } from 'vitest'
import { createThreadReader, ReaderFault, ReaderLimitError } from './thread-reader.ts'
import type { ReaderLimits } from './thread-reader.ts'
import type { Trial } from './testing/trial-thread.ts'

const reader = (limits: Partial<ReaderLimits> = {}) =>
  createThreadReader<Trial, number>(new URL('./testing/trial-thread.ts', import.meta.url), limits)

describe('a thread that reads what others wrote', () => {
  test('answers one request after another, also after a fault', async () => {
    const read = reader()
    expect(await read('count')).toBe(1)
    await expect(read('fail')).rejects.toThrow(new ReaderFault('not what it seems'))
    expect(await read('count')).toBe(3)
  })

  test('is replaced after as many requests as it may have', async () => {
    const read = reader({ requestsPerThread: 1 })
    expect([await read('count'), await read('count')]).toEqual([1, 1])
  })

  test('is ended when it takes longer than its limit, and the next request has a new one', async () => {
    const read = reader()
    await read('count')
    await expect(read('spin', { mostMs: 50 })).rejects.toMatchObject({ limit: 'time' })
    expect(await read('count')).toBe(1)
  })

  test('may take longer than its limit while the processor works for others', async () => {
    const read = reader()
    await read('count')
    expect(await read('sleep', { mostMs: 100 })).toBe(2)
  })

  test.runIf(process.platform === 'linux')('works behind the event loop, whose priority stays as it is', async () => {
    expect(await reader()('priority')).toBeGreaterThan(getPriority(0))
  })

  test('is ended when its heap exceeds the limit', async () => {
    await expect(reader({ heapMb: 24 })('heap')).rejects.toThrow(ReaderLimitError)
  })

  test('is ended when its buffers exceed the limit, which the heap does not count', async () => {
    await expect(reader({ outsideMb: 32 })('buffers')).rejects.toMatchObject({ limit: 'memory' })
  })

  test('ends when no request waits for it any more', async () => {
    const read = reader()
    const stop = new AbortController()
    const spinning = read('spin', { signal: stop.signal })
    stop.abort(new Error('left'))
    await expect(spinning).rejects.toThrow('left')
  })
})
