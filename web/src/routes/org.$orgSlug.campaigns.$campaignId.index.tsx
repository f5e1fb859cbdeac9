import { createFileRoute } from '@tanstack/react-router'
import { CampaignPage, parseCampaignSearch } from '../features/campaigns/index.ts'

export const Route = createFileRoute('/org/$orgSlug/campaigns/$campaignId/')({
  validateSearch: parseCampaignSearch,
  component: CampaignPage,
})
