import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { NotFoundPage } from '../features/landing/index.ts'
import { profileQuery } from '../lib/session.ts'
import { t } from '../lib/words.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { OrgLink } from '../ui/page/org-link.tsx'
import { useDocumentTitle } from '../ui/page/page.tsx'

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }))

/** An unknown address: members keep the frame of their organization, others get a page of its own. */
export function NotFound() {
  // The profile is loaded before the first route; this asks nothing of the server.
  const { data } = useQuery({ ...profileQuery, enabled: false })
  if (!data?.organization) return <NotFoundPage />
  return (
    <Suspense fallback={null}>
      <Shell>
        <NotFoundInside />
      </Shell>
    </Suspense>
  )
}

/** The same below an organization, inside of its frame. */
export function NotFoundInside() {
  useDocumentTitle(t('Page not found in the empire'))
  return (
    <EmptyState
      plain
      icon={IconMapOff}
      heading
      title={t('Page not found in the empire')}
      text={t('The address may be mistyped, or the page may have moved.')}
      action={
        <Button component={OrgLink} path="dashboard">
          {t('Go to the dashboard')}
        </Button>
      }
    />
  )
}
