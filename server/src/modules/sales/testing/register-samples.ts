import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'sales-registers'> = {
  'sales-registers.ageing': () => ({}),
  'sales-registers.ledger': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'sales-registers.readAccounts': () => ({}),
  'sales-registers.updateAccounts': () => ({ body: { 'sales:income': '8400', 'sales:receivable': '1400' } }),
}
