import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'ask' | 'attribution' | 'funnels'> = {
  'ask.read': () => ({ body: { question: 'How many agent runs last week?' } }),
  'attribution.read': () => ({ query: { model: 'decay', period: '7d' } }),
  'attribution.rows': () => ({ query: { model: 'last', period: '7d', currency: 'EUR', kind: 'none' } }),
  'funnels.read': () => ({ query: { steps: 'sent,clicked,responded', period: '7d', days: '7' } }),
}
