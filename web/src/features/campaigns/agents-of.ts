import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'

/** Agent names: first the one that writes each message, then the one that helps with the common content. */
export const agentsOf = ({ writerName, agentName }: Pick<Campaign, 'writerName' | 'agentName'>): string[] => [
  ...new Set([writerName, agentName].filter((name) => name !== null)),
]
