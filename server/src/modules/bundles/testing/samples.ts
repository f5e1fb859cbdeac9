import type { Samples } from '../../../testing/matrix/sample.ts'

const body = { format: 'organization-bundle', formatVersion: 1, nouns: {} }

export const samples: Samples<'bundles'> = {
  'bundles.export': () => ({}),
  'bundles.compare': () => ({ body }),
  'bundles.apply': () => ({ body }),
}
