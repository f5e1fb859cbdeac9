import { expect, test } from 'vitest'
import { bodyOf, textOf, typedMention, withMention } from './mention-text.ts'

const ada = { id: '01900000-0000-7000-8000-000000000001', name: 'Ada Lovelace' }
const adam = { id: '01900000-0000-7000-8000-000000000002', name: 'Ada Love' }

test.each([
  ['Hello @', 7, { at: 6, q: '' }],
  ['@ada lo', 7, { at: 0, q: 'ada lo' }],
  ['Ask (@ada', 9, { at: 5, q: 'ada' }],
  ['Hello @ada', 4, null],
  ['ada@example.com', 15, null],
  ['@ada went to the shop', 21, null],
])('sees what is typed after an @: %s', (text, caret, expected) => {
  expect(typedMention(text, caret)).toEqual(expected)
})

test('puts a name in the place of what was typed, with the caret after it', () => {
  expect(withMention('Ask @ad today', { at: 4, caret: 7 }, ada)).toEqual({ text: 'Ask @Ada Lovelace today', caret: 18 })
})

test('turns picked names into mentions and back, longer names first', () => {
  const body = bodyOf('@Ada Love and @Ada Lovelace', [adam, ada])
  expect(body).toBe(`<@${adam.id}> and <@${ada.id}>`)
  expect(textOf(body, [adam, ada])).toBe('@Ada Love and @Ada Lovelace')
})
