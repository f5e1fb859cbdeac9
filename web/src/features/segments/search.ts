/** What the address of the list holds. */
export interface SegmentsSearch {
  q?: string
}

export const validateSegmentsSearch = ({ q }: Record<string, unknown>): SegmentsSearch => (typeof q === 'string' && q !== '' ? { q } : {})
