import type { Figure } from './figure.ts'
import { weighPages } from './web-bundles.ts'

/** The web app's weight as figures; `bench/budgets.ts` is the check. */
export async function benchWebWeight(): Promise<Figure[]> {
  const { pages, fonts } = weighPages()
  return [
    ...pages.map(({ page, weight, limit }): Figure => {
      const note = `CSS ${weight.css.toFixed(1)}${limit.css ? ` of ${limit.css}` : ''} KB, ${weight.requests}${limit.requests ? ` of ${limit.requests}` : ''} requests`
      return { name: `web: ${page}`, value: weight.js, unit: 'KB of JS, gzip', aim: { of: 'value', atMost: limit.js }, note }
    }),
    { name: 'web: fonts', value: fonts.kb, unit: 'KB', aim: { of: 'value', atMost: fonts.limit } },
  ]
}
