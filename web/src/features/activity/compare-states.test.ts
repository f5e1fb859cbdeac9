import { expect, test } from 'vitest'
import { compareStates } from './compare-states.ts'

test('only what differs, in the order of the fields', () => {
  expect(compareStates({ name: 'A', age: 1, tags: ['x'] }, { name: 'B', age: 1, tags: ['x', 'y'] })).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'tags', before: '[\n "x"\n]', after: '[\n "x",\n "y"\n]' },
  ])
})

test('compares a single state, no state and values that are not objects', () => {
  expect(compareStates(null, { method: 'password', gone: null })).toEqual([{ field: 'method', before: null, after: 'password' }])
  expect(compareStates({ days: 90 }, null)).toEqual([{ field: 'days', before: '90', after: null }])
  expect(compareStates(null, null)).toEqual([])
  expect(compareStates('a', 'b')).toEqual([{ field: 'value', before: 'a', after: 'b' }])
})
