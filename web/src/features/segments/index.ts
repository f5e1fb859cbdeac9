import { lazyRouteComponent } from '@tanstack/react-router'

export { validateSegmentsSearch } from './search.ts'
export const SegmentsPage = lazyRouteComponent(() => import('./segments-page.tsx'), 'SegmentsPage')
export const SegmentPage = lazyRouteComponent(() => import('./segment-page.tsx'), 'SegmentPage')
/** Chooses segments in a form: `<SegmentPicker label value onChange />`. Stands in a Suspense of the form's. */
export const SegmentPicker = lazyRouteComponent(() => import('./segment-picker.tsx'), 'SegmentPicker')

/** What rules say, in the language of the page: `<SegmentSummary rules summary />`. Stands in a Suspense that shows the server's summary. */
export const SegmentSummary = lazyRouteComponent(() => import('./segment-summary.tsx'), 'SegmentSummary')

/** Reads the list ahead, without waiting. The code is loaded with it: nothing of it is in the first chunk. */
export function prefetchSegments(): void {
  import('./api.ts').then(
    ({ prefetchList }) => prefetchList(),
    (error: unknown) => console.warn('The segments could not be read ahead.', error),
  )
}
