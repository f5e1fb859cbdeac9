import { bundledNouns } from '@imperium/contract/bundles/bundles.ts'
import type { BundledNounName } from '@imperium/contract/bundles/bundles.ts'
import { bundledAgents } from './agents.ts'
import { bundledBranding } from './branding.ts'
import type { BundledNoun } from './bundled-noun.ts'
import { bundledPermissionSets } from './permission-sets.ts'
import { bundledRecordTypes } from './record-types.ts'
import { bundledReports } from './reports.ts'
import { bundledSegments } from './segments.ts'
import { bundledTemplates } from './templates.ts'
import { bundledWorkflows } from './workflows.ts'

const byName: Record<BundledNounName, unknown> = {
  'record-types': bundledRecordTypes,
  'permission-sets': bundledPermissionSets,
  segments: bundledSegments,
  agents: bundledAgents,
  workflows: bundledWorkflows,
  templates: bundledTemplates,
  reports: bundledReports,
  branding: bundledBranding,
}

/** In the order in which they are applied. */
export const nouns: readonly BundledNoun[] = bundledNouns.map((name) => byName[name] as BundledNoun)
