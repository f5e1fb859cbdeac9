import './theme/mantine-base.css'
import './theme/fonts.css'
import './theme/brand-fonts.css'
import './theme/tokens.css'
import './theme/overrides.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { IdentityHost } from './features/auth/index.ts'
import { noteVisit } from './features/settings/index.ts'
import { notify } from './lib/notify.ts'
import { queryClient } from './lib/query-client.ts'
import { onSessionEnd, onTwoFactorRequired, watchOtherTabs } from './lib/session.ts'
import { rememberCustomDomain } from './lib/tenant-hint.ts'
import { t } from './lib/words.ts'
import { router } from './router.tsx'
import { mantineTheme } from './theme/mantine-theme.ts'
import { startTheme, useMode } from './theme/store.ts'
import { Toasts } from './ui/feedback/toasts.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
// Mantine's scroll lock uses a library that reads the nonce of its style element from webpack's global.
Object.assign(globalThis, { __webpack_nonce__: nonce })

startTheme()
rememberCustomDomain(location.hostname)

router.subscribe('onResolved', ({ pathChanged, toLocation: { pathname } }) => {
  if (pathChanged && /^\/org\/[^/]+\/(settings\/|profile|activity|notifications)/.test(pathname)) void noteVisit(pathname)
})

onSessionEnd((reason) => {
  if (reason === 'expired') notify.error(t('Session expired. Please login again.'))
  const { pathname } = router.state.location
  const leave = pathname === '/login' || pathname === '/register' ? Promise.resolve() : router.navigate({ to: '/login' })
  // Only what no page on screen still reads; the next sign-in starts with an empty cache in any case.
  void leave.then(() => queryClient.removeQueries({ type: 'inactive' }))
})

watchOtherTabs()

onTwoFactorRequired(() => {
  const { pathname, href } = router.state.location
  if (pathname !== '/setup-two-factor') void router.navigate({ to: '/setup-two-factor', search: { next: href } })
})

function Root() {
  const mode = useMode()
  return (
    <MantineProvider theme={mantineTheme} forceColorScheme={mode} getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <App>
          <RouterProvider router={router} />
        </App>
        <IdentityHost />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
createRoot(element).render(
  <StrictMode>
    <Root />
  </StrictMode>,
)
