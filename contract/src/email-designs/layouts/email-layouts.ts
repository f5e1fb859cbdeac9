import { actionLayouts } from './action-layouts.ts'
import type { EmailLayout } from './layout-kit.ts'
import { newsLayouts } from './news-layouts.ts'

/** All layouts, in the order of the gallery. */
export const emailLayouts: readonly EmailLayout[] = [...newsLayouts, ...actionLayouts]
