import { includedIn } from '../contents.ts'
import type { OfficialTemplate } from '../contents.ts'
import { officialAgents } from './agents.ts'
import { officialCampaigns } from './campaigns.ts'
import { officialWorkflows } from './workflows.ts'

/** Since when the product has them. */
export const officialDate = new Date('2026-11-22T00:00:00Z')

/** 7 agents, 6 campaigns and 8 workflows, in the order in which they are shown before the first use. */
export const officialTemplates: readonly OfficialTemplate[] = [...officialAgents, ...officialCampaigns, ...officialWorkflows].map(
  (each) => ({
    ...each,
    key: `official:${each.key}`,
    included: includedIn(each.category, each.content),
  }),
)

const byKey = new Map(officialTemplates.map((each) => [each.key, each]))
export const findOfficial = (key: string): OfficialTemplate | undefined => byKey.get(key)
