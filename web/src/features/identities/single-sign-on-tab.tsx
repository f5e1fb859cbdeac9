import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ssoQuery } from './api.ts'
import { ConnectionCard } from './connection-card.tsx'
import { DomainsCard } from './domains-card.tsx'

/** The organization's own provider and its mail domains. */
export function SingleSignOnTab() {
  const { data, error, isPending, refetch } = useQuery(ssoQuery)
  if (error && !data) return <ErrorState error={error} title={t('Single sign-on could not be loaded')} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton height={420} radius={12} />
  return (
    <>
      <ConnectionCard key={data.connection?.updatedAt ?? 'new'} settings={data} />
      <DomainsCard domains={data.domains} />
    </>
  )
}
