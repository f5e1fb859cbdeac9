import { expect, test } from 'vitest'
import { record, redo, startHistory, undo } from './history.ts'

test('undoes and redoes changes until the next change', () => {
  let history = record(record(startHistory('a'), 'b', null, 0), 'c', null, 0)
  history = undo(history)
  expect(history.present).toBe('b')
  expect(redo(history).present).toBe('c')
  history = record(undo(history), 'd', null, 0)
  expect(history.present).toBe('d')
  expect(redo(history)).toBe(history)
  expect(undo(undo(history)).present).toBe('a')
})

test('merges typing without a pause into one change', () => {
  let history = record(startHistory(''), 'h', 'name', 0)
  history = record(history, 'hi', 'name', 500)
  history = record(history, 'hi!', 'name', 5_000)
  expect(undo(history).present).toBe('hi')
  expect(undo(undo(history)).present).toBe('')
  expect(record(history, 'hi!', 'name', 5_100)).toBe(history)
})

test('a hundred changes are kept', () => {
  let history = startHistory(0)
  for (let n = 1; n <= 150; n += 1) history = record(history, n, null, 0)
  expect(history.past).toHaveLength(100)
})
