import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concepts, conceptsOf, fold } from './concepts.ts'
import { readQuestion } from './read-question.ts'

const share = (a: string, b: string, of: 'en' | 'de' | 'es' | 'fr' | 'ja', other = of): boolean => {
  const left = new Set(conceptsOf(fold(a), of))
  return conceptsOf(fold(b), other).some((concept) => left.has(concept))
}

test('words for the same thing meet, in a language and between languages', () => {
  expect(share('Liefergebühren', 'versand', 'de')).toBe(true)
  expect(share('Expresslieferung', 'delivery', 'de', 'en')).toBe(true)
  expect(share('Kündigungsfrist', 'plazo', 'de', 'es')).toBe(true)
  expect(share('remboursements', 'refund', 'fr', 'en')).toBe(true)
  expect(share('返品', 'devoluciones', 'ja', 'es')).toBe(true)
  expect(share('reserver', 'réservation', 'fr')).toBe(true)
})

test('words that only begin alike do not meet', () => {
  for (const [word, other] of [
    ['training', 'bus'],
    ['business', 'bus'],
    ['carry', 'car'],
    ['feedback', 'price'],
    ['agent', 'years'],
  ] as const)
    expect([word, share(word, other, 'en')]).toEqual([word, false])
  expect(share('livre', 'livraison', 'fr')).toBe(false)
  expect(share('Zugang', 'Bahnhof', 'de')).toBe(false)
})

test('a question leaves what it is about: common words go, separated verbs are joined', () => {
  const said = (q: string, language: 'en' | 'de' | 'es' | 'fr' | 'ja') => readQuestion(q).terms[language].map((term) => term.said)
  expect(said('How much is the delivery of a parcel?', 'en')).toEqual(['delivery', 'parcel'])
  expect(said('Was kostet der Versand nach Spanien?', 'de')).toEqual(['kostet', 'Versand', 'Spanien'])
  expect(said('Combien coûte l’abonnement ?', 'fr')).toEqual(['coûte', 'abonnement'])
  expect(said('返品はいつまでできますか？', 'ja')).toEqual(['返品'])
  expect(readQuestion('Ich ziehe bald um.').terms.de.some(({ forms }) => forms.includes('umziehe'))).toBe(true)
  // Nothing but common words: all of them are looked for.
  expect(said('Who are you?', 'en')).not.toEqual([])
})

test('the table has words of all five languages in each line', () => {
  for (const [line, concept] of concepts.entries())
    for (const [language, patterns] of Object.entries(concept))
      expect([line, language, patterns.length > 0]).toEqual([line, language, true])
})

test('any text is read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.lorem()), (q) => {
      for (const terms of Object.values(readQuestion(q).terms)) expect(terms.length).toBeLessThanOrEqual(24)
    }),
    { numRuns: 200 },
  )
})
