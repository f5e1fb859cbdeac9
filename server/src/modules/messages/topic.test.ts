import { expect, test } from 'vitest'
import { answerTo } from './topic.ts'

test.each([
  ['Order 991', 'Re: Order 991'],
  ['re: Order 991', 'Re: Order 991'],
  ['AW: Re[2]: SV: Order 991', 'Re: Order 991'],
  ['回复：返信: 注文', 'Re: 注文'],
  ['Fwd: Order 991', 'Re: Fwd: Order 991'],
  ['I: Robot', 'Re: I: Robot'],
  ['Re: ', 'Re: Re: '],
])('the answer to "%s" is "%s"', (subject, answer) => expect(answerTo(subject)).toBe(answer))
