import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../testing/deep.ts'
import { createReasoningSplitter } from './split-reasoning.ts'

function read(text: string, cuts: readonly number[] = [], onlyAtStart = false) {
  const splitter = createReasoningSplitter(onlyAtStart)
  const bounds = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  const pieces = [...bounds.slice(1).flatMap((end, index) => splitter.add(text.slice(bounds[index], end))), ...splitter.end()]
  const found = { answer: '', reasoning: '' }
  for (const piece of pieces) {
    if (piece.type === 'was-reasoning') {
      found.reasoning += found.answer
      found.answer = ''
    } else if (piece.type === 'text') found.answer += piece.text
    else found.reasoning += piece.text
  }
  return found
}

// Text, answer, reasoning. What stands in code only talks of the tag.
const cases: [string, string, string][] = [
  ['<think>secret plan</think>Visible answer', 'Visible answer', 'secret plan'],
  ['<think>\nplan\n</think>\n\nVisible', 'Visible', '\nplan\n'],
  ['  <THINKING>a</THINKING> b', '  b', 'a'],
  ['<think></think>Visible', 'Visible', ''],
  ['one <think>two</think> three <think>four</think>five', 'one  three five', 'twofour'],
  ['<think>never closed', '', 'never closed'],
  ['Visible <think>never closed', 'Visible ', 'never closed'],
  ['plan without an opening tag</think>\nVisible', 'Visible', 'plan without an opening tag'],
  ['[THINK]plan[/THINK]Visible', 'Visible', 'plan'],
  ['◁think▷plan◁/think▷Visible', 'Visible', 'plan'],
  ['<thought>plan</thought>\nVisible', 'Visible', 'plan'],
  ['<seed:think>plan</seed:think>Visible', 'Visible', 'plan'],
  ['[think] he said, [THIN', '[think] he said, [THIN', ''],
  ['It ends with "</think>", then (</think>) it answers', 'It ends with "</think>", then (</think>) it answers', ''],
  ['They said "hi"</think>\n\nHello', 'Hello', 'They said "hi"'],
  ['R1 writes `<think>` before it answers', 'R1 writes `<think>` before it answers', ''],
  ['```\n<think>x</think>\n```', '```\n<think>x</think>\n```', ''],
  ['a < b, <thin, <thinker>, </p>', 'a < b, <thin, <thinker>, </p>', ''],
  ['ends with <thi', 'ends with <thi', ''],
]
test.each(cases)('%j', (text, answer, reasoning) => expect(read(text)).toEqual({ answer, reasoning }))

// Where a stream is cut changes nothing.
test('a tag split across pieces is a tag', () => {
  const text = fc
    .array(fc.constantFrom('<think>', '</think>', '[THINK]', '[/TH', '◁think▷', '◁', '<', 'thi', '`', '"', 'word ', '\n', '>', '/'), {
      maxLength: 14,
    })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 6 }), fc.boolean(), (whole, cuts, onlyAtStart) => {
      expect(read(whole, cuts, onlyAtStart)).toEqual(read(whole, [], onlyAtStart))
    }),
    { numRuns: rounds(300) },
  )
})

test('a JSON answer keeps the words in its texts', () => {
  const json = '{"note":"write <think> here"}'
  expect(read(json, [], true).answer).toBe(json)
  expect(read(`<think>plan</think>${json}`, [3, 9, 20], true).answer).toBe(json)
  // The opening tag was part of the prompt.
  expect(read(`plan</think>\n${json}`, [2, 7], true)).toEqual({ answer: json, reasoning: 'plan' })
  const closing = '{"note":"write </think> here"}'
  expect(read(closing, [11], true).answer).toBe(closing)
})
