import { createFileRoute } from '@tanstack/react-router'
import { CampaignEditorPage, parseEditorSearch } from '../features/campaigns/index.ts'

export const Route = createFileRoute('/org/$orgSlug/campaigns/$campaignId/edit')({
  validateSearch: parseEditorSearch,
  component: CampaignEditorPage,
})
