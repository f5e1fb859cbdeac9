import { UpdateCampaignBody } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { Campaign, CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { UseFormReturnType } from '@mantine/form'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import type { EditorStep } from '../campaigns-search.ts'

export interface EditorValues extends Record<string, unknown> {
  name: string
  description: string
  channel: Channel
  agentId: string | null
  definition: CampaignDefinition
}

export type EditorForm = UseFormReturnType<EditorValues>

export const valuesOf = ({ name, description, channel, agentId, definition }: Campaign): EditorValues => ({
  name,
  description,
  channel,
  agentId,
  definition,
})

export const useEditorForm = (campaign: Campaign): EditorForm =>
  useContractForm<EditorValues>({ schema: UpdateCampaignBody, initialValues: valuesOf(campaign) })

/** Fields by the step that shows them; the first that fits. */
const places: readonly (readonly [RegExp, EditorStep])[] = [
  [/^(name|description|channel|agentId)$/, 'basics'],
  [/^definition\.(senderId|accountId)\b/, 'basics'],
  [/^definition\.(audience|purpose)\b/, 'audience'],
  [/^definition\.content\b/, 'message'],
  [/^definition\.ab\.variants\.\d+(\.content|$)/, 'message'],
  [/^definition\.(schedule|window|throttlePerMinute)\b/, 'schedule'],
  [/^definition\.(tracking|guard|ab|agent)\b/, 'advanced'],
]

/** The step that contains a field; null for fields edited elsewhere, such as the organization's address. */
export const stepOf = (path: string): EditorStep | null => places.find(([pattern]) => pattern.test(path))?.[1] ?? null
