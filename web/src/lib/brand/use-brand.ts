import { useSyncExternalStore } from 'react'
import { currentBrand, onBrand } from './brand.ts'
import type { ShownBrand } from './brand.ts'

/** The brand that is shown now. */
export const useBrand = (): ShownBrand | null => useSyncExternalStore(onBrand, currentBrand)
