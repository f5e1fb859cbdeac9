import { TextInput, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CreateCampaignBody, campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import type { Audience, Channel } from '@imperium/contract/contacts/reach.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { campaignQuery, refreshCampaigns } from '../api.ts'
import { AgentSelect } from '../agent-select.tsx'
import { ChannelChoice } from '../editor/channel-choice.tsx'
import { reportFailure } from '../use-campaign-actions.ts'

interface CreateCampaignDialogProps {
  /** Why none may be created. */
  refusal: string | undefined
  importId: string | undefined
  segmentId: string | undefined
  onClose: () => void
}

interface Values extends Record<string, unknown> {
  name: string
  description: string
  channel: Channel
  agentId: string | null
}

function audienceOf(importId: string | undefined, segmentId: string | undefined): Audience | null {
  if (importId) return { kind: 'import', importId }
  return segmentId ? { kind: 'segments', include: [segmentId], exclude: [] } : null
}

/** Name, description, channel and agent; then the draft exists, and its message, audience and schedule are written in the editor. */
export function CreateCampaignDialog({ refusal, importId, segmentId, onClose }: CreateCampaignDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const audience = audienceOf(importId, segmentId)
  const form = useContractForm<Values>({
    schema: CreateCampaignBody,
    initialValues: { name: '', description: '', channel: 'email', agentId: null },
  })
  const create = useMutation({
    mutationFn: (values: Values) => call(campaigns.create, { body: { ...values, ...(audience ? { definition: { audience } } : {}) } }),
    meta: { silent: true },
    onSuccess: (saved) => {
      client.setQueryData(campaignQuery(saved.id).queryKey, saved)
      refreshCampaigns(client)
      void navigate({
        to: '/org/$orgSlug/campaigns/$campaignId/edit',
        params: { orgSlug, campaignId: saved.id },
        search: { step: audience ? 'message' : 'audience' },
      })
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportFailure(t('Failed to create the campaign'), error)
    },
  })

  async function close(): Promise<void> {
    const question = { title: t('Discard campaign'), message: t('Your changes are not saved.'), action: t('Discard') }
    if (!form.isDirty() || (await confirm(question))) onClose()
  }

  return (
    <FormDialog
      opened
      onClose={() => void close()}
      title={t('Create Campaign')}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      submitLabel={t('Create draft')}
      busyLabel={t('Creating...')}
      busy={create.isPending}
      disabledReason={refusal}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t('Description')} autosize minRows={2} maxRows={6} maxLength={2000} {...form.getInputProps('description')} />
      <ChannelChoice value={form.values.channel} onChange={(channel) => form.setFieldValue('channel', channel)} />
      <AgentSelect
        {...form.getInputProps('agentId')}
        value={form.values.agentId}
        onChange={(agentId) => form.setFieldValue('agentId', agentId)}
      />
    </FormDialog>
  )
}
