import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AiModelConfig } from '@imperium/contract/ai-models.ts'
import { t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { providersQuery, templatesQuery } from './api.ts'
import { ErrorBanner } from './error-banner.tsx'
import { ModelForm } from './model-form-panel.tsx'
import { panelWidth, useFormSession } from './use-form-session.ts'

interface ModelPanelProps {
  opened: boolean
  /** The configuration to edit; null for a new one. */
  config: AiModelConfig | null
  /** The template that prefills a new one. */
  templateId: string | null
  /** The organization has no model yet. */
  isFirst: boolean
  onClose: () => void
}

/** The side panel that adds or edits a model; waits for what its form starts from. */
export function ModelPanel({ opened, config, templateId, isFirst, onClose }: ModelPanelProps) {
  const { number, target } = useFormSession(opened, { config, templateId })
  const providers = useQuery({ ...providersQuery, enabled: opened })
  const templates = useQuery({ ...templatesQuery, enabled: opened && templateId !== null })
  const title = target.config ? t('Edit AI Model') : t('Add AI Model')
  const template = templates.data?.templates.find(({ id }) => id === target.templateId) ?? null
  if (!providers.data || (target.templateId !== null && templates.isPending))
    return (
      <SidePanel opened={opened} onClose={onClose} title={title} width={panelWidth}>
        {providers.isError ? (
          <ErrorBanner error={providers.error} title={t('Failed to fetch providers')} onRetry={() => void providers.refetch()} />
        ) : (
          <Skeleton height={320} radius={12} />
        )}
      </SidePanel>
    )
  return (
    <ModelForm
      key={number}
      opened={opened}
      title={title}
      config={target.config}
      template={template}
      providers={providers.data}
      isFirst={isFirst}
      onClose={onClose}
    />
  )
}
