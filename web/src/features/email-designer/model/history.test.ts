import { expect, test } from 'vitest'
import { emptyHistory, record, redo, undo } from './history.ts'

test('undoes and redoes changes one by one, and forgets what was undone at the next change', () => {
  const first = record<string>(emptyHistory, 'a', '', 0)
  const second = record(first, 'b', '', 10)
  const back = undo(second, 'c')
  expect(back?.present).toBe('b')
  expect(undo(back!.history, 'b')?.present).toBe('a')
  expect(redo(back!.history, 'b')?.present).toBe('c')
  expect(redo(record(back!.history, 'b', '', 20), 'd')).toBeNull()
  expect(undo<string>(emptyHistory, 'a')).toBeNull()
})

test('joins keys of one text into one change, until a pause, another text, or an undo', () => {
  let history = record<string>(emptyHistory, '', 'text:1', 0)
  history = record(history, 'H', 'text:1', 300)
  history = record(history, 'He', 'text:1', 600)
  expect(history.past).toEqual([''])
  history = record(history, 'Hel', 'text:1', 2_000)
  history = record(history, 'Hell', 'text:2', 2_100)
  expect(history.past).toEqual(['', 'Hel', 'Hell'])
  const back = undo(history, 'Hello')
  expect(record(back!.history, 'Hell', 'text:2', 2_200).past).toEqual(['', 'Hel', 'Hell'])
})

test('keeps the last hundred states', () => {
  let history = record<number>(emptyHistory, 0, '', 0)
  for (let state = 1; state < 150; state++) history = record(history, state, '', state)
  expect(history.past).toHaveLength(100)
  expect(history.past[0]).toBe(50)
})
