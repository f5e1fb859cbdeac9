import { createFileRoute } from '@tanstack/react-router'
import { CampaignsPage, parseCampaignsSearch, prefetchCampaigns } from '../features/campaigns/index.ts'

export const Route = createFileRoute('/org/$orgSlug/campaigns/')({
  validateSearch: parseCampaignsSearch,
  // Only the list's parameters: opening the dialog does not refetch the list.
  loaderDeps: ({ search: { q, status, channel } }) => ({
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(channel ? { channel } : {}),
  }),
  loader: ({ deps }) => prefetchCampaigns(deps),
  component: CampaignsPage,
})
