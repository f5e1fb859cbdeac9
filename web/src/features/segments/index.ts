import { lazyRouteComponent } from '@tanstack/react-router'

export { validateSegmentsSearch } from './search.ts'
export const SegmentsPage = lazyRouteComponent(() => import('./segments-page.tsx'), 'SegmentsPage')
export const SegmentPage = lazyRouteComponent(() => import('./segment-page.tsx'), 'SegmentPage')
/** Chooses segments in a form: `<SegmentPicker label value onChange />`. Needs a Suspense in the form. */
export const SegmentPicker = lazyRouteComponent(() => import('./segment-picker.tsx'), 'SegmentPicker')

/** Prefetches the list and the code without waiting. Keeps the code out of the first chunk. */
export function prefetchSegments(): void {
  import('./api.ts').then(
    ({ prefetchList }) => prefetchList(),
    (error: unknown) => console.warn('The segments could not be read ahead.', error),
  )
}
