import { Button } from '@mantine/core'
import { IconCpu, IconPlus, IconTemplate } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import type { AiModelConfig } from '@imperium/contract/ai-models.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { configsQuery, removeConfigMutation } from './api.ts'
import { CardSkeletons } from './card-skeletons.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { ManagersOnly } from './managers-only.tsx'
import { ModelCard } from './model-card.tsx'
import { UnknownCalls } from './unknown-calls.tsx'
import type { AiModelsSearch } from './search.ts'
import { useWasOpened } from './use-form-session.ts'
import classes from './ai-models.module.css'

// Fields, sliders and chips are only needed once a form or dialog opens.
const ModelPanel = lazy(async () => ({ default: (await import('./model-panel.tsx')).ModelPanel }))
const TemplatesDialog = lazy(async () => ({ default: (await import('./templates-dialog.tsx')).TemplatesDialog }))

/** /org/{slug}/settings/ai-models: the models that agents of the organization may use, with their keys. */
export function AiModelsPage() {
  const search = useSearch({ from: '/org/$orgSlug/settings/ai-models' })
  const navigate = useNavigate({ from: '/org/$orgSlug/settings/ai-models' })
  const show = (next: AiModelsSearch) => void navigate({ search: next })
  const mayManage = useCan('ai-models:manage')
  const configs = useQuery(configsQuery)
  const editing = configs.data?.find((config) => config.id === search.edit) ?? null
  const panelOpened = search.create === true || editing !== null
  const needsPanel = useWasOpened(panelOpened)
  const needsTemplates = useWasOpened(search.templates === true)
  return (
    <Page
      title={t('AI Models')}
      documentTitle={t('AI Models')}
      subtitle={t('The models your agents may use. Keys are stored encrypted and never shown again.')}
      actions={
        mayManage && (
          <>
            <Button
              variant="default"
              leftSection={<IconTemplate size={16} stroke={1.7} aria-hidden />}
              onClick={() => show({ templates: true })}
            >
              {t('Browse Templates')}
            </Button>
            <Button leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => show({ create: true })}>
              {t('Add Model')}
            </Button>
          </>
        )
      }
    >
      {!mayManage && <ManagersOnly what="models" />}
      {configs.isError && (
        <ErrorBanner error={configs.error} title={t('AI models could not be loaded')} onRetry={() => void configs.refetch()} />
      )}
      {configs.isPending && <CardSkeletons count={2} height={188} />}
      {configs.data && <Models configs={configs.data} mayManage={mayManage} onShow={show} />}
      <UnknownCalls />
      {mayManage && (
        <Suspense fallback={null}>
          {needsPanel && (
            <ModelPanel
              opened={panelOpened}
              config={editing}
              templateId={search.template ?? null}
              isFirst={configs.data?.length === 0}
              onClose={() => show({})}
            />
          )}
          {needsTemplates && (
            <TemplatesDialog
              opened={search.templates === true}
              onClose={() => show({})}
              onUse={(template) => show({ create: true, template: template.id })}
            />
          )}
        </Suspense>
      )}
    </Page>
  )
}

interface ModelsProps {
  configs: readonly AiModelConfig[]
  mayManage: boolean
  onShow: (search: AiModelsSearch) => void
}

function Models({ configs, mayManage, onShow }: ModelsProps) {
  const remove = useMutation(removeConfigMutation)
  async function confirmAndRemove(config: AiModelConfig): Promise<void> {
    const message = t('Are you sure you want to delete the model "{name}"?', { name: config.displayName })
    if (await confirm({ title: t('Delete model'), message, action: t('Delete') })) remove.mutate({ params: { id: config.id } })
  }
  if (configs.length === 0)
    return (
      <EmptyState
        icon={IconCpu}
        title={t('No AI models configured')}
        text={t('Agents need a model. Add one with a provider key.')}
        action={
          mayManage && (
            <Button variant="default" onClick={() => onShow({ create: true })}>
              {t('Add Your First Model')}
            </Button>
          )
        }
      />
    )
  return (
    <ul className={classes.grid} aria-label={t('AI models')}>
      {configs.map((config) => (
        <li key={config.id}>
          <ModelCard
            config={config}
            mayManage={mayManage}
            onEdit={() => onShow({ edit: config.id })}
            onDelete={() => void confirmAndRemove(config)}
          />
        </li>
      ))}
    </ul>
  )
}
