import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

const marked = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

test('names what stayed, what was removed and what was added, in order', () => {
  expect(marked('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
  expect(marked('same', 'same')).toEqual([' same'])
  expect(marked('', 'new')).toEqual(['-', '+new'])
})

test('both texts can be read back from the comparison', () => {
  const before = 'You help.\n\nRules:\n- short\n- kind'
  const after = 'You help people.\n\nRules:\n- kind\n- exact\n'
  const lines = diffLines(before, after)
  expect(
    lines
      .filter(({ kind }) => kind !== 'added')
      .map(({ text }) => text)
      .join('\n'),
  ).toBe(before)
  expect(
    lines
      .filter(({ kind }) => kind !== 'removed')
      .map(({ text }) => text)
      .join('\n'),
  ).toBe(after)
})

test('texts of very many lines are shown one after the other', () => {
  const [before, after] = ['a', 'b'].map((letter) => Array.from({ length: 2_000 }, (_, at) => `${letter}${at}`).join('\n'))
  const lines = diffLines(`same\n${before}`, `same\n${after}`)
  expect([lines[0], lines.at(-1), lines.length]).toEqual([{ kind: 'removed', text: 'same' }, { kind: 'added', text: 'b1999' }, 4_002])
})
