import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costMicros, priceFor } from './prices.ts'
import { estimateTokens, tokensOf } from './tokens.ts'

const at = new Date('2026-01-01T00:00:00Z')
const usage = (inputTokens: number, outputTokens: number, cachedTokens = 0) => ({ inputTokens, outputTokens, cachedTokens })

describe('prices', () => {
  it.each([
    ['gpt-4', 30, 60],
    ['gpt-3.5-turbo', 0.5, 1.5],
    ['claude-3-opus', 15, 75],
    ['claude-3-sonnet', 3, 15],
    ['gemini-pro', 0.5, 1.5],
    ['gemini-ultra', 7, 21],
    ['sandbox', 0, 0],
  ])('%s costs %d and %d dollars a million tokens', (modelId, input, output) => {
    expect(priceFor(modelId, at)).toMatchObject({ inputMicrosPerMillion: input * 1e6, outputMicrosPerMillion: output * 1e6 })
  })

  it('knows a model by its dated and prefixed names, and its price by the date', () => {
    for (const name of ['gpt-4-0613', 'openai/gpt-4', 'GPT-4']) expect(priceFor(name, at)).toEqual(priceFor('gpt-4', at))
    expect(priceFor('claude-3-opus-20240229', at)).toEqual(priceFor('claude-3-opus', at))
    expect(priceFor('models/gemini-pro', at)).toEqual(priceFor('gemini-pro', at))
    expect(priceFor('gpt-3.5-turbo', new Date('2024-01-01T00:00:00Z'))?.inputMicrosPerMillion).toBe(1_000_000)
    expect(priceFor('gpt-4', new Date('2020-01-01T00:00:00Z'))?.inputMicrosPerMillion).toBe(30_000_000)
    expect(priceFor('my-own-llama', at)).toBeNull()
    expect(priceFor('gpt-4-anything', at)).toBeNull()
  })

  it('costs whole micro-dollars, rounded up, with cached input cheaper', () => {
    expect(costMicros(usage(1000, 500), priceFor('gpt-4', at))).toEqual({ costMicros: 60_000, priced: true })
    expect(costMicros(usage(1, 0), priceFor('gemini-pro', at))).toEqual({ costMicros: 1, priced: true })
    expect(costMicros(usage(1_000_000, 0, 1_000_000), priceFor('gpt-4o', at)).costMicros).toBe(1_250_000)
    expect(costMicros(usage(1000, 500), priceFor('sandbox', at))).toEqual({ costMicros: 0, priced: true })
    expect(costMicros(usage(1000, 500), null)).toEqual({ costMicros: 0, priced: false })
  })

  it('never costs less for more tokens', () => {
    const price = priceFor('gpt-4o', at)
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (input, output, more) => {
        const less = costMicros(usage(input, output), price).costMicros
        expect(costMicros(usage(input, output + more), price).costMicros).toBeGreaterThanOrEqual(less)
        expect(Number.isInteger(less)).toBe(true)
      }),
    )
  })
})

it('estimates tokens of everything that is sent', () => {
  const messages = [{ role: 'user' as const, text: 'x'.repeat(400) }]
  const bare = estimateTokens({ messages })
  expect(bare).toBeGreaterThanOrEqual(100)
  expect(estimateTokens({ messages, system: 'y'.repeat(400) })).toBe(bare + 100)
  expect(estimateTokens({ messages, tools: [{ name: 'a', description: 'b'.repeat(400), inputSchema: {} }] })).toBeGreaterThan(bare + 100)
})

// Tokenizers make about a token of each kana or ideograph, and a quarter of an English letter.
it('counts letters of other scripts as more than those of English', () => {
  expect(tokensOf('ご注文の商品は本日発送いたしました。明日届きます。')).toBeGreaterThan(14)
  expect(tokensOf('Your order was sent today. It arrives tomorrow, on Friday, before noon.')).toBe(18)
})
