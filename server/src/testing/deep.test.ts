import { expect, test } from 'vitest'
import { sample } from './deep.ts'

const cases = Array.from({ length: 40 }, (_, at) => at)
const chosen = (seed: string, sweep = 'a sweep') => sample(sweep, cases, 5, { isDeep: false, seed })

test('a sample is as long as asked, in order, the same for the same seed, and another for another seed or sweep', () => {
  const first = chosen('1')
  expect([first.length, first]).toEqual([5, first.toSorted((a, b) => a - b)])
  expect(chosen('1')).toEqual(first)
  expect(chosen('2')).not.toEqual(first)
  expect(chosen('1', 'another')).not.toEqual(first)
})

test('all are tried with --deep', () => {
  expect(sample('a sweep', cases, 5, { isDeep: true, seed: '1' })).toEqual(cases)
})
