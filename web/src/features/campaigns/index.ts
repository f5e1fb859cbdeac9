import { lazyRouteComponent } from '@tanstack/react-router'
import type { CampaignsSearch } from './campaigns-search.ts'

export { parseCampaignSearch, parseCampaignsSearch, parseEditorSearch } from './campaigns-search.ts'
export const CampaignsPage = lazyRouteComponent(() => import('./list/campaigns-page.tsx'), 'CampaignsPage')
export const CampaignPage = lazyRouteComponent(() => import('./detail/campaign-page.tsx'), 'CampaignPage')
export const CampaignEditorPage = lazyRouteComponent(() => import('./editor/campaign-editor-page.tsx'), 'CampaignEditorPage')

/** Prefetches the first page, the counts and the code without waiting. Keeps the code out of the first chunk. */
export function prefetchCampaigns(search: CampaignsSearch): void {
  import('./api.ts').then(
    ({ prefetchCampaignsPage }) => prefetchCampaignsPage(search),
    (error: unknown) => console.warn('The campaigns could not be read ahead.', error),
  )
}
