import { Button } from '@mantine/core'
import { IconPlus, IconServer2 } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import type { AiProvider } from '@imperium/contract/ai-models.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { providersQuery, removeProviderMutation } from './api.ts'
import { CardSkeletons } from './card-skeletons.tsx'
import { ManagersOnly } from './managers-only.tsx'
import { ProviderCard } from './provider-card.tsx'
import type { ProvidersSearch } from './search.ts'
import { useFormSession, useWasOpened } from './use-form-session.ts'
import classes from './ai-models.module.css'

// The fields are only needed once the form opens.
const ProviderForm = lazy(async () => ({ default: (await import('./provider-form-dialog.tsx')).ProviderForm }))

/** /org/{slug}/settings/providers: the configured model providers. */
export function ProvidersPage() {
  const search = useSearch({ from: '/org/$orgSlug/settings/providers' })
  const navigate = useNavigate({ from: '/org/$orgSlug/settings/providers' })
  const show = (next: ProvidersSearch) => void navigate({ search: next })
  const mayManage = useCan('ai-models:manage')
  const providers = useQuery(providersQuery)
  const editing = providers.data?.find(({ id }) => id === search.edit) ?? null
  const isOpen = mayManage && (search.create === true || editing !== null)
  const { number, target } = useFormSession(isOpen, editing)
  const needsForm = useWasOpened(isOpen)
  return (
    <Page
      title={t('AI Providers')}
      subtitle={t('The services that run your models.')}
      actions={
        mayManage && (
          <Button leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => show({ create: true })}>
            {t('Add provider')}
          </Button>
        )
      }
    >
      {!mayManage && <ManagersOnly what="providers" />}
      {providers.isError && !providers.data && (
        <ErrorState error={providers.error} title={t('Failed to fetch providers')} onRetry={() => void providers.refetch()} />
      )}
      {providers.isPending && <CardSkeletons count={6} height={168} />}
      {providers.data && <Providers providers={providers.data} mayManage={mayManage} onShow={show} />}
      <Suspense fallback={null}>
        {needsForm && <ProviderForm key={number} opened={isOpen} provider={target} onClose={() => show({})} />}
      </Suspense>
    </Page>
  )
}

interface ProvidersProps {
  providers: readonly AiProvider[]
  mayManage: boolean
  onShow: (search: ProvidersSearch) => void
}

function Providers({ providers, mayManage, onShow }: ProvidersProps) {
  const remove = useMutation(removeProviderMutation)
  async function confirmAndRemove(provider: AiProvider): Promise<void> {
    const message = t('Are you sure you want to delete the provider "{name}"?', { name: provider.displayName })
    if (await confirm({ title: t('Delete provider'), message, action: t('Delete') })) remove.mutate({ params: { id: provider.id } })
  }
  if (providers.length === 0)
    return (
      <EmptyState
        icon={IconServer2}
        title={t('No providers configured yet')}
        text={t('A provider is a service that runs models, such as OpenAI or your own server.')}
        action={
          mayManage && (
            <Button variant="default" onClick={() => onShow({ create: true })}>
              {t('Add your first provider')}
            </Button>
          )
        }
      />
    )
  return (
    <ul className={classes.grid} aria-label={t('AI providers')}>
      {providers.map((provider) => (
        <li key={provider.id}>
          <ProviderCard
            provider={provider}
            mayManage={mayManage}
            onEdit={() => onShow({ edit: provider.id })}
            onDelete={() => void confirmAndRemove(provider)}
          />
        </li>
      ))}
    </ul>
  )
}
