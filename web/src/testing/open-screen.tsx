import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, RouterProvider, createBrowserHistory, createRouter } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { auth } from '@imperium/contract/auth/auth.ts'
import type { User } from '@imperium/contract/auth/auth.ts'
import { avatars } from '@imperium/contract/auth/avatars.ts'
import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { queryClient } from '../lib/query-client.ts'
import { storageKeys, writeStored } from '../lib/storage.ts'
import { router } from '../router.tsx'
import { Route as organizationRoute } from '../routes/org.$orgSlug.tsx'
import { mantineTheme } from '../theme/mantine-theme.ts'
import { Toasts } from '../ui/feedback/toasts.tsx'
import { createFakeApi } from './fake-api.ts'
import type { FakeApi } from './fake-api.ts'
import { personOf } from './person-of.ts'

// A busy machine takes its time: a screen that never comes is ended by the limit of the test.
configure({ asyncUtilTimeout: 20_000 })

// What the product waits before it asks again would be waited by every test of a failure.
queryClient.setDefaultOptions({
  ...queryClient.getDefaultOptions(),
  queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 },
})

// The frame around every page reads a dozen things of its own; journeys in the browser show it.
organizationRoute.update({ component: Outlet })

let api: FakeApi | undefined

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  const unexpected = api?.unexpected ?? []
  api = undefined
  expect(unexpected, 'requests without an answer').toEqual([])
})

/**
 * Renders the page at an address below the organization as a person with a role sees it, over an API that answers what `arrange`
 * says. A place that begins with a slash is an address outside of the organization.
 */
export function openScreen(
  place: string,
  { role = 'OWNER', user = {} }: { role?: Role; user?: Partial<User> },
  arrange: (api: FakeApi) => void,
): FakeApi {
  const person = { ...personOf(role), ...user }
  const made = createFakeApi()
  api = made
  made.give(auth.profile, person)
  // Photos are asked for a moment after the names are shown, on some machines after the test.
  made.give(avatars.listAvatars, [])
  // Details of what can belong to a node ask whether there are any.
  made.give(hierarchy.tree, null)
  arrange(made)
  vi.stubGlobal('fetch', made.fetch)
  writeStored(storageKeys.token, 'handle')
  history.replaceState(null, '', place.startsWith('/') ? place : `/org/${person.organization?.slug}/${place}`)
  const own = createRouter({ ...router.options, history: createBrowserHistory(), defaultPendingMs: 0, defaultPendingMinMs: 0 })
  render(
    <MantineProvider theme={mantineTheme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={own as typeof router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return made
}
