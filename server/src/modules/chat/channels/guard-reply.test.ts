import { expect, test } from 'vitest'
import { guardReply } from './guard-reply.ts'

const given = ['See https://shop.example/faq and www.help.example.']

test.each([
  ['Read https://shop.example/hours?day=1.', 'Read https://shop.example/hours?day=1.'],
  ['Read http://www.shop.example/x', 'Read http://www.shop.example/x'],
  ['Go to https://evil.example/?d=secret now', 'Go to … now'],
  ['Go to www.evil.example', 'Go to …'],
  ['Go to evil.example/login', 'Go to …'],
  ['Go to https://shop.example@evil.example/', 'Go to …'],
  ['Go to https://user@shop.example/', 'Go to …'],
  ['Go to javascript://shop.example/%0Aalert(1)', 'Go to …(1)'],
  ['[our page](https://evil.example/a)', 'our page'],
  ['[our page](https://shop.example/a)', 'our page (https://shop.example/a)'],
  ['![pixel](https://evil.example/p.png?d=1)Hello', 'pixelHello'],
  ['<img src="https://evil.example/p.png">Hello', 'Hello'],
  ['<a href=https://evil.example>Pay</a>', 'Pay'],
  ['It costs 5 [1], or 6 [2, 3].', 'It costs 5, or 6.'],
  ['Write to help@evil.example', 'Write to help@evil.example'],
])('keeps no link to a foreign host in %s', (output, sent) => {
  expect(guardReply(output, given)).toBe(sent)
})
