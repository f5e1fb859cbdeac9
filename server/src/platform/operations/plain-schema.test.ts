import { line, required, text } from '@imperium/contract/kit/fields.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rounds } from '../../testing/deep.ts'
import { joinPatterns, plainSchema } from './plain-schema.ts'

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { override: plainSchema })

test('a text is one flat schema, whatever it has to match', () => {
  for (const each of [text(9), line(9), required(9, 'Name it'), line(9).regex(/^\d+$/), z.string().regex(/a/).regex(/b/)]) {
    const schema = schemaOf(each)
    expect(schema).toMatchObject({ type: 'string', pattern: expect.any(String) as unknown })
    expect(schema).not.toHaveProperty('allOf')
  }
  expect(schemaOf(line(9))['pattern']).toBe(String.raw`^[^\u0000-\u001F\u007F]*$`)
})

// The joined pattern says the same as its parts together.
test('joined patterns take what all of them take', () => {
  const patterns = [String.raw`^[^\r\n\t]*$`, String.raw`^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]*$`, '^[a-c\n]*$', 'b', '[^a]']
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '\n', '\t', '\u0001'), { maxLength: 5 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...patterns), { minLength: 1 }), words, (chosen, word) => {
      const all = chosen.every((each) => new RegExp(each, 'u').test(word))
      expect(new RegExp(joinPatterns(chosen), 'u').test(word)).toBe(all)
    }),
    { numRuns: rounds(400) },
  )
})
