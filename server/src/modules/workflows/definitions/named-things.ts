import { sql } from 'kysely'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { noun } from '@imperium/contract/kit/message.ts'
import type { Message } from '@imperium/contract/kit/message.ts'
import { findNamed } from '../../../platform/db/find-named.ts'
import type { FindNamed } from '../../../platform/db/find-named.ts'
import { namedAgents } from '../../agents/index.ts'
import { namedCampaigns } from '../../campaigns/index.ts'
import { namedAccounts, namedSenders, namedTemplates } from '../../channels/index.ts'
import { namedConnections } from '../../integrations/index.ts'
import { namedSegments } from '../../segments/index.ts'
import { namedMembers } from '../../organizations/index.ts'

/** Shown to the member who has to choose one. */
export const referenceLabels = {
  agent: noun('an agent'),
  workflow: noun('a workflow'),
  sender: noun('a sender'),
  account: noun('an account'),
  whatsappTemplate: noun('a WhatsApp template'),
  segment: noun('a segment'),
  campaign: noun('a campaign'),
  members: noun('a member'),
  credential: noun('a credential'),
  connection: noun('a connection'),
} as const satisfies Partial<Record<FormField['kind'], Message>>
export type ReferenceKind = keyof typeof referenceLabels

export const isReferenceKind = (kind: FormField['kind']): kind is ReferenceKind => Object.hasOwn(referenceLabels, kind)

const namedWorkflows = findNamed(sql`app.workflows`, sql`deleted_at is null`)
const namedCredentials = findNamed(sql`app.workflow_credentials`)

export const namedThings: Record<ReferenceKind, FindNamed> = {
  agent: namedAgents,
  workflow: namedWorkflows,
  sender: namedSenders,
  account: namedAccounts,
  whatsappTemplate: namedTemplates,
  segment: namedSegments,
  campaign: namedCampaigns,
  members: namedMembers,
  credential: namedCredentials,
  connection: namedConnections,
}
