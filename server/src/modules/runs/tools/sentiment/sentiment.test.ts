import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeSentiment } from './sentiment.ts'
import { INTENSIFIERS, OPINION_WORDS } from './sentiment-lexicon.ts'

const score = (text: string) => analyzeSentiment(text).score

describe('sentiment', () => {
  it.each([
    'I love this product, it works perfectly!',
    'Great service and friendly staff. I would recommend it to everyone.',
    'Not bad at all, quite happy with it.',
    'The onboarding was smooth and support answered quickly :)',
    'It was expensive, but absolutely worth it, the best purchase this year.',
    'No problems so far, everything is reliable.',
    '😍👍',
  ])('reads as positive: %s', (text) => expect(analyzeSentiment(text)).toMatchObject({ label: 'positive' }))

  it.each([
    'This is terrible. It crashed twice and support ignored me.',
    'Not good. I am very disappointed and want a refund.',
    'The food was nice but the service was awful and the waiters were rude.',
    "It doesn't work well and isn't reliable.",
    'WORST experience ever!!!',
    'Never buying this junk again, waste of money 😡',
    'The app is pretty slow and keeps freezing with errors',
  ])('reads as negative: %s', (text) => expect(analyzeSentiment(text)).toMatchObject({ label: 'negative' }))

  it.each(['The parcel arrived on Tuesday.', 'The meeting is at 10 in room 4.', '', '   ', '12345', 'これはペンです'])(
    'reads as neutral: %s',
    (text) => {
      expect(analyzeSentiment(text)).toMatchObject({ label: 'neutral', score: 0, words: [] })
    },
  )

  it('orders by strength, negation, emphasis and contrast', () => {
    expect(score('very good')).toBeGreaterThan(score('good'))
    expect(score('slightly good')).toBeLessThan(score('good'))
    expect(score('good!!!')).toBeGreaterThan(score('good'))
    expect(score('GREAT')).toBeGreaterThan(score('great'))
    expect(score('not good')).toBeLessThan(0)
    expect(score('not good')).toBeGreaterThan(score('bad'))
    expect(score('nice but slow')).toBeLessThan(0)
    expect(score('slow but nice')).toBeGreaterThan(0)
    // The comma ends what "not" speaks of.
    expect(score('no, it is great')).toBeGreaterThan(0)
  })

  it('names the words that decided, with their sign', () => {
    expect(analyzeSentiment('The staff were lovely, the room was not clean.').words).toEqual([
      { word: 'lovely', weight: 2 },
      { word: 'clean', weight: -0.7 },
    ])
  })

  it('is surer of a clear text than of a mixed or thin one', () => {
    const clear = analyzeSentiment('Excellent, wonderful, I love it').confidence
    expect(clear).toBeGreaterThan(analyzeSentiment('nice').confidence)
    expect(clear).toBeGreaterThan(analyzeSentiment('I love the screen, I hate the battery, the case is great').confidence)
  })

  it('keeps its bounds on any text, and is deterministic', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme' }),
            fc.constantFrom(...OPINION_WORDS.keys(), ...INTENSIFIERS.keys(), 'not', 'but', '!', '.'),
          ),
        ),
        (parts) => {
          const text = parts.join(' ')
          const result = analyzeSentiment(text)
          expect(result).toEqual(analyzeSentiment(text))
          expect(Math.abs(result.score)).toBeLessThanOrEqual(1)
          expect(result.confidence).toBeGreaterThanOrEqual(0)
          expect(result.confidence).toBeLessThanOrEqual(1)
          expect(result.words.length).toBeLessThanOrEqual(10)
        },
      ),
    )
  })

  // With a cost that grows by the square each of them takes longer than a test may.
  it.each(['good ', "a'", ':', '!', 'a-', 'not very '])('comes to an end with a text of nothing but %j', (piece) => {
    expect(analyzeSentiment(piece.repeat(500_000)).words.length).toBeLessThanOrEqual(10)
  })

  it('has a lexicon without contradictions', () => {
    expect(OPINION_WORDS.size).toBeGreaterThan(500)
    expect([...OPINION_WORDS].filter(([, weight]) => weight === 0 || Math.abs(weight) > 3)).toEqual([])
  })
})
