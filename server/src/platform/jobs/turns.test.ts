import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('organizations take turns, strangers come last, and only a full line is refused', async () => {
  const enter = createTurns(2, () => new Error('full'))
  const order: string[] = []
  const task = (name: string, orgId: string, isStranger = false) =>
    enter({ orgId, isStranger }, async () => {
      await Promise.resolve()
      order.push(name)
    })
  const all = [
    task('a1', 'a'),
    task('stranger', 'b', true),
    task('a2', 'a'),
    task('a3', 'a'),
    task('a4', 'a'),
    task('b1', 'b'),
    task('c1', 'c'),
  ]
  const ends = (await Promise.allSettled(all)).map(({ status }) => status)
  expect(ends.filter((status) => status === 'rejected')).toHaveLength(1)
  expect(ends[4]).toBe('rejected')
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'stranger'])
})

test('a task that fails gives its turn to the next', async () => {
  const enter = createTurns(2, () => new Error('full'))
  const failed = enter({ orgId: 'a' }, () => Promise.reject(new Error('broken')))
  const next = enter({ orgId: 'b' }, () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('several run at once where that is allowed, and organizations take turns there, too', async () => {
  const enter = createTurns(5, () => new Error('full'), { atOnce: 2 })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string, orgId: string) =>
    enter({ orgId }, async () => {
      began.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const all = [task('a1', 'a'), task('a2', 'a'), task('a3', 'a'), task('a4', 'a'), task('b1', 'b')]
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  expect(began).toEqual(['a1', 'a2'])
  for (const name of ['a2', 'a1']) {
    ends.get(name)?.()
    await settle()
  }
  // a4 waits longer than b1, and comes after it.
  expect(began).toEqual(['a1', 'a2', 'a3', 'b1'])
  for (const name of ['a3', 'b1']) ends.get(name)?.()
  await settle()
  ends.get('a4')?.()
  await Promise.all(all)
})

test('all lines together have a limit, too', async () => {
  const enter = createTurns(2, () => new Error('full'), { mostInAll: 3 })
  const ends = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((orgId) => enter({ orgId }, () => Promise.resolve(orgId))))
  // The first runs at once, three wait.
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(await enter({ orgId: 'e' }, () => Promise.resolve('e'))).toBe('e')
})

test('strangers of many organizations leave room to members', async () => {
  const enter = createTurns(2, () => new Error('full'), { mostInAll: 4 })
  const enterAll = (isStranger: boolean, ...orgIds: string[]) =>
    orgIds.map((orgId) => enter({ orgId, isStranger }, () => Promise.resolve()))
  const ends = await Promise.allSettled([...enterAll(true, 'a', 'b', 'c', 'd', 'e'), ...enterAll(false, 'f', 'g')])
  // The first runs at once, two strangers wait.
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, false, true, true])
})
