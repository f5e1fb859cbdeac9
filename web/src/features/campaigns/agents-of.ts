import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'

/** Names of its agents: first who writes each message, then who helps with what all of them have in common. */
export const agentsOf = ({ writerName, agentName }: Pick<Campaign, 'writerName' | 'agentName'>): string[] => [
  ...new Set([writerName, agentName].filter((name) => name !== null)),
]
