import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasExactNumbers, parseJson } from './exact-json.ts'
import { ExactNumber, calculate, compareDecimals, numberOf } from './exact-number.ts'
import { loadTemplates } from './liquid.ts'

const big = '9007199254740993'

test('numbers keep their digits, and those that JavaScript holds stay numbers', () => {
  const text = `{"id":${big},"ids":[1234567890123456789,-1234567890123456789],"rate":0.12345678901234567891,"tiny":5e-400,"huge":1000000000000000000000}`
  const value = parseJson(text) as Record<string, unknown>
  expect(JSON.stringify(value)).toBe(text)
  expect(value['id']).toBeInstanceOf(ExactNumber)
  expect(`${String(value['id'])} ${String(value['rate'])}`).toBe(`${big} 0.12345678901234567891`)
  expect(parseJson('[9007199254740992, 0.30000000000000004, 1.50, 1e21, "1234567890123456789"]')).toEqual([
    9007199254740992,
    0.30000000000000004,
    1.5,
    1e21,
    '1234567890123456789',
  ])
  expect(() => parseJson(`[1${'0'.repeat(1_000)}]`)).toThrow('too many digits')
  expect(() => parseJson('[1e1001]')).toThrow('too many digits')
})

test('any JSON of any numbers is written as it was read', () => {
  const digits = fc
    .tuple(fc.bigInt(), fc.option(fc.stringMatching(/^\d{1,25}$/), { nil: undefined }))
    .map(([whole, part]) => (part === undefined ? `${whole}` : `${whole}.${part}`))
  fc.assert(
    fc.property(fc.array(digits, { maxLength: 5 }), (numbers) => {
      const written = JSON.parse(JSON.stringify(parseJson(`[${numbers.join(',')}]`)).replaceAll(/[^[\],]+/g, '"$&"')) as string[]
      expect(written.map((each, index) => compareDecimals(each, numbers[index] ?? ''))).toEqual(numbers.map(() => 0))
    }),
  )
  fc.assert(fc.property(fc.json(), (text) => JSON.stringify(parseJson(text)) === JSON.stringify(JSON.parse(text))))
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => !hasExactNumbers(parseJson(JSON.stringify([value])))),
  )
})

const leastMicros = (work: () => unknown): number => {
  const each = () => {
    const began = process.threadCpuUsage()
    for (let times = 0; times < 5; times++) work()
    return process.threadCpuUsage(began).user
  }
  return Math.min(each(), each(), each())
}

test('one number of many digits does not make all others slow, however deep they lie', () => {
  const text = `[${'1,'.repeat(250_000)}1e400]`
  // The clock of the processor has steps of milliseconds.
  expect(
    leastMicros(() => parseJson(text)) /
      Math.max(
        5_000,
        leastMicros(() => JSON.parse(text)),
      ),
  ).toBeLessThan(40)
  const deep = 50_000
  expect(() => parseJson(`${'['.repeat(deep)}1e400${']'.repeat(deep)}`)).not.toThrow()
})

test('what is no JSON stays none, texts stay texts, and numbers of many digits are counted', () => {
  for (const text of ['{1e400:1}', '[01e400]', '[1e400 1e400]', '[-]1e400', '["1e400]', '[1.e400]', '[1e400'])
    expect(() => parseJson(text)).toThrow(SyntaxError)
  const value = String.raw`{"__proto__":1e400,"\\":"\"1e400","1e400":[-1e400,"é\\",-0.10e-400]}`
  expect(JSON.stringify(parseJson(value))).toBe(value)
  expect(() => parseJson(`[${'1e400,'.repeat(19_999)}1e400]`)).not.toThrow()
  expect(() => parseJson(`[${'1e400,'.repeat(20_000)}1e400]`)).toThrow('Too many numbers')
})

test('whole numbers are calculated and compared as big integers are', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      const [left, right] = [String(a), String(b)]
      expect(JSON.stringify(calculate('plus', left, right))).toBe(JSON.stringify(numberOf(String(a + b))))
      expect(JSON.stringify(calculate('times', left, right))).toBe(JSON.stringify(numberOf(String(a * b))))
      expect(Math.sign(compareDecimals(left, right) ?? NaN)).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})

test('templates print, compare and calculate by all digits, or say why not', async () => {
  const templates = await loadTemplates()
  const data = parseJson(`{"id":${big},"rate":0.12345678901234567891,"items":[{"n":${big}}],"safe":9007199254740991,"small":2}`) as object
  const render = (source: string) => templates.compile(source, 'text').render(data)
  expect(render('{{ id }} {{ rate }} {{ items | json }} {{ id | append: "x" }}')).toBe(
    `${big} 0.12345678901234567891 [{"n":${big}}] ${big}x`,
  )
  expect(render('{% if id > 9007199254740992 and id == "9007199254740993" %}yes{% endif %}')).toBe('yes')
  expect(() => render('{% if id == 9007199254740993 %}yes{% endif %}')).toThrow('in quotes')
  expect(render('{% if id > safe %}{{ id | plus: 1 }} {{ id | times: small }} {{ safe | plus: 2 }} {{ id | round }}{% endif %}')).toBe(
    `9007199254740994 18014398509481986 ${big} ${big}`,
  )
  expect(render('{{ small | plus: 1 }} {{ small | divided_by: 4 }} {{ 0.1 | plus: 0.2 }}')).toBe('3 0.5 0.30000000000000004')
  for (const source of ['{{ id | divided_by: 2 }}', '{{ id | modulo: 2 }}', '{{ items | sum: "n" }}', '{{ rate | round: 2 }}'])
    expect(() => render(source)).toThrow('more digits')
})
