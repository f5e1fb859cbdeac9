import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGate } from './gate.ts'

const full = () => new Error('full')

describe('gate', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Enters tasks of 10 ms each and returns when each one started. */
  function enterAll(enter: ReturnType<typeof createGate>, count: number) {
    const startedAt = performance.now()
    const starts: number[] = []
    const task = async () => {
      starts.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return { starts, done: Promise.allSettled(Array.from({ length: count }, () => enter(task))) }
  }

  it('runs as many as it may, in order, and refuses what does not fit in line', async () => {
    const enter = createGate(1, 2, full)
    const { starts, done } = enterAll(enter, 4)
    await vi.advanceTimersByTimeAsync(100)
    expect((await done).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(starts).toEqual([0, 10, 20])
  })

  it('rests after a task while others wait, and neither before the first nor after the last', async () => {
    const enter = createGate(1, 2, full, (tookMs) => 2 * tookMs)
    const { starts, done } = enterAll(enter, 3)
    await vi.advanceTimersByTimeAsync(100)
    await done
    expect(starts).toEqual([0, 30, 60])
    expect(vi.getTimerCount()).toBe(0)
    const next = enterAll(enter, 1)
    await vi.advanceTimersByTimeAsync(10)
    await next.done
    expect(next.starts).toEqual([0])
  })

  it('releases and takes slots as their number changes', async () => {
    let places = 2
    const enter = createGate(() => places, 8, full)
    const { starts, done } = enterAll(enter, 7)
    await vi.advanceTimersByTimeAsync(5)
    places = 1
    await vi.advanceTimersByTimeAsync(20)
    places = 2
    await vi.advanceTimersByTimeAsync(100)
    await done
    expect(starts).toEqual([0, 0, 10, 20, 30, 30, 40])
  })

  it('does not rest when the rest is 0', async () => {
    const enter = createGate(1, 2, full, () => 0)
    const { starts, done } = enterAll(enter, 3)
    await vi.advanceTimersByTimeAsync(100)
    await done
    expect(starts).toEqual([0, 10, 20])
  })

  it('keeps a newcomer in the queue during a pause and continues after a failed task', async () => {
    const enter = createGate(1, 2, full, () => 50)
    const order: string[] = []
    const first = enter(() => Promise.reject(new Error('broken')))
    const second = enter(async () => void order.push('second'))
    await expect(first).rejects.toThrow('broken')
    const third = enter(async () => void order.push('third'))
    expect(order).toEqual([])
    await vi.advanceTimersByTimeAsync(50)
    expect(order).toEqual(['second'])
    await vi.advanceTimersByTimeAsync(50)
    await Promise.all([second, third])
    expect(order).toEqual(['second', 'third'])
  })
})
