import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { readUser } from './features/auth/index.ts'
import { ErrorState } from './ui/feedback/error-state.tsx'
import { LoadingScreen } from './ui/feedback/loading-screen.tsx'
import { hasSession } from './lib/session.ts'
import { t } from './lib/words.ts'
import { addOrganizationRoutes } from './router.tsx'

type Start = { state: 'loading' } | { state: 'ready' } | { state: 'failed'; error: unknown }

/** Refreshes the profile of a stored session, and loads the routes of organizations, before the first route is entered; shows a loading screen meanwhile. */
export function App({ children }: { children: ReactNode }) {
  const [start, setStart] = useState<Start>({ state: hasSession() ? 'loading' : 'ready' })
  useEffect(() => {
    if (start.state !== 'loading') return
    Promise.all([readUser(), addOrganizationRoutes()]).then(
      () => setStart({ state: 'ready' }),
      (error: unknown) => setStart({ state: 'failed', error }),
    )
  }, [start.state])
  if (start.state === 'loading') return <LoadingScreen />
  if (start.state === 'failed')
    return <ErrorState plain error={start.error} title={t('Imperium cannot be reached')} onRetry={() => setStart({ state: 'loading' })} />
  return children
}
