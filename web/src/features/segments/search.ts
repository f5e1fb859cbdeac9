/** The URL state of the list. */
export interface SegmentsSearch {
  q?: string
}

export const validateSegmentsSearch = ({ q }: Record<string, unknown>): SegmentsSearch => (typeof q === 'string' && q !== '' ? { q } : {})
