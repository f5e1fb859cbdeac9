import { createFileRoute } from '@tanstack/react-router'
import { CampaignsPage, parseCampaignsSearch, prefetchCampaigns } from '../features/campaigns/index.ts'

export const Route = createFileRoute('/org/$orgSlug/campaigns/')({
  validateSearch: parseCampaignsSearch,
  // Only what the list shows: opening the dialog reads no list again.
  loaderDeps: ({ search: { q, status, channel } }) => ({
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(channel ? { channel } : {}),
  }),
  loader: ({ deps }) => prefetchCampaigns(deps),
  component: CampaignsPage,
})
