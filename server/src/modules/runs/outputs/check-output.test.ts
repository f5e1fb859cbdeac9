// `then` is a keyword of JSON Schema here.
/* oxlint-disable unicorn/no-thenable */
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../../testing/deep.ts'
import { outputChecks } from './check-output.ts'
import { compareOutput } from './compare-output.ts'

const check = (schema: object, value: unknown) =>
  compareOutput(schema as Parameters<typeof compareOutput>[0], JSON.stringify(value)).problem === null

test.each([
  ['not', { type: 'object', properties: { a: { not: { const: 1 } }, b: { type: 'string' } } }, { a: 2, b: 3 }, false],
  ['if', { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, false],
  ['dependentRequired', { type: 'object', dependentRequired: { a: ['b'] } }, { a: 1 }, false],
  ['required of an undeclared key', { type: 'object', required: ['a'] }, {}, false],
  ['anyOf of required', { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, false],
  ['a part without a type', { type: 'object', properties: { a: { minimum: 5 } } }, { a: 1 }, false],
  ['an object as const', { type: 'object', properties: { a: { const: { b: 1 } } } }, { a: { b: 1 } }, true],
  ['an integer above 2^53', { type: 'object', properties: { a: { type: 'integer' } } }, { a: 2 ** 60 }, true],
  ['uniqueItems', { type: 'object', properties: { a: { uniqueItems: true } } }, { a: [{ x: 1 }, { x: 1 }] }, false],
  ['uniqueItems of a list and an object', { type: 'object', properties: { a: { uniqueItems: true } } }, { a: [[], {}] }, true],
  ['maxContains alone', { type: 'object', properties: { a: { contains: { type: 'null' }, maxContains: 2 } } }, { a: [1] }, false],
  ['unevaluatedProperties', { type: 'object', allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1, b: 1 }, false],
  ['multipleOf of a negative price', { type: 'object', properties: { a: { multipleOf: 0.01 } } }, { a: -19.99 }, true],
  ['multipleOf of a large sum', { type: 'object', properties: { a: { multipleOf: 0.01 } } }, { a: 1e10 }, true],
  ['a small multipleOf', { type: 'object', properties: { a: { multipleOf: 1e-8 } } }, { a: 1.5e-8 }, false],
])('%s counts', (_keyword, schema, value, isRight) => {
  expect(check(schema, value)).toBe(isRight)
})

test('the problem names the place and stays short', () => {
  const schema = { type: 'object', properties: { lead: { type: 'object', properties: { score: { type: 'integer' } } } } }
  const wrong = (text: string) => compareOutput(schema, text)
  expect(wrong('{"lead":{"score":"high"}}').problem).toContain('lead.score: ')
  expect(wrong('[]').problem).toMatch(/^answer: /)
})

test('a long answer is compared while others are served', async () => {
  const schema = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } } as const
  const { check, known } = outputChecks(schema)
  const spentOn = async (work: () => unknown) => {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  // The least of three: what else the process does in between does not count.
  const [mine, whole]: [number[], number[]] = [[], []]
  for (const length of [1_500, 1_501, 1_502]) {
    const text = JSON.stringify({ list: Array.from({ length }, (_, at) => ({ at })) })
    mine.push(await spentOn(async () => expect((await check(text)).problem).toBeNull()))
    whole.push(await spentOn(() => compareOutput(schema, text)))
    expect(known(text).problem).toBeNull()
  }
  expect(Math.min(...mine)).toBeLessThan(Math.min(...whole) / 2)
})

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(null, true, 0, 1, 2.5, -3, -19.99, 'a', 'bc', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
})).value
const keys = fc.constantFrom('a', 'b', 'c')
const any = { requiredKeys: [] }
/** All keywords that a schema may have when it is saved; `unevaluatedItems` beside `prefixItems` alone (findings/unevaluated-items-of-a-failed-branch-in-ajv.sh). */
const schema = fc.letrec<{ schema: object; part: object | boolean }>((tie) => ({
  part: fc.oneof({ weight: 6, arbitrary: tie('schema') }, fc.boolean()),
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'object', 'array') }),
    fc.record({ type: fc.uniqueArray(fc.constantFrom('string', 'integer', 'null', 'object'), { minLength: 1 }) }),
    fc.record({ const: value }),
    fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ minimum: fc.integer({ min: -3, max: 3 }), exclusiveMaximum: fc.integer({ min: -3, max: 3 }) }, any),
    fc.record({ maximum: fc.integer({ min: -3, max: 3 }), exclusiveMinimum: fc.integer({ min: -3, max: 3 }) }, any),
    fc.record({ multipleOf: fc.constantFrom(1, 2, 0.5, 0.01) }),
    fc.record({ minLength: fc.nat(2), maxLength: fc.nat(3) }),
    fc.record({ required: fc.uniqueArray(keys), properties: fc.dictionary(keys, tie('part')), additionalProperties: tie('part') }, any),
    fc.record({ minProperties: fc.nat(2), propertyNames: tie('part'), maxProperties: fc.nat(3) }, any),
    fc.record({ dependentRequired: fc.dictionary(keys, fc.uniqueArray(keys)), dependentSchemas: fc.dictionary(keys, tie('part')) }, any),
    fc.record({ items: tie('part'), minItems: fc.nat(2), maxItems: fc.nat(3), uniqueItems: fc.boolean() }, any),
    fc.record({ prefixItems: fc.array(tie('part'), { minLength: 1, maxLength: 2 }), items: tie('part') }),
    fc.record({ prefixItems: fc.array(tie('part'), { minLength: 1, maxLength: 2 }), unevaluatedItems: tie('part') }),
    fc.record({ contains: tie('part'), minContains: fc.nat(2), maxContains: fc.nat(2) }, { requiredKeys: ['contains'] }),
    fc.record({ not: tie('part') }),
    fc.record({ if: tie('part'), then: tie('part'), else: tie('part') }, { requiredKeys: ['if'] }),
    fc.record({ anyOf: fc.array(tie('part'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('part'), { minLength: 1, maxLength: 3 }) }),
    fc.record(
      { allOf: fc.array(tie('part'), { minLength: 1, maxLength: 3 }), unevaluatedProperties: tie('part') },
      { requiredKeys: ['allOf'] },
    ),
    fc.record({ properties: fc.dictionary(keys, tie('part')), unevaluatedProperties: tie('part') }),
  ),
})).schema

/** As it comes from a text: the generator makes objects without a prototype, which ajv tells from others. */
const asJson = <T>(each: T): T => JSON.parse(JSON.stringify(each)) as T

test('agrees with ajv on any schema of the supported keywords', () => {
  const ajv = new Ajv2020({ strict: false, logger: false, multipleOfPrecision: 9 })
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 5, maxLength: 5 }), (made, values) => {
      const byAjv = ajv.compile(asJson(made))
      for (const each of asJson(values)) expect([made, each, check(made, each)]).toEqual([made, each, byAjv(each)])
    }),
    { numRuns: rounds(300) },
  )
})
