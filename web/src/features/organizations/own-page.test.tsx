import { fireEvent, screen, waitFor } from '@testing-library/react'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '@imperium/contract/auth/auth.ts'
import { identities } from '@imperium/contract/auth/identities.ts'
import { organizations } from '@imperium/contract/organizations.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { organizationsQuery } from '../../lib/own-organizations.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery } from '../../lib/session.ts'
import { storageKeys, writeStored } from '../../lib/storage.ts'
import { rememberCustomDomain } from '../../lib/tenant-hint.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { personOf } from '../../testing/person-of.ts'
import { redirectSignedIn } from '../auth/index.ts'
import { enterOnlyOrganization, openOwnDashboard, openOwnPage } from './guards.ts'

const person = personOf('OWNER')
const own = person.organization as Organization
const other: Organization = { ...own, id: own.id.replace(/.$/, '9'), name: 'Acme', slug: 'acme' }
const place = { pathname: '/settings/security', href: '/settings/security?a=1', searchStr: '?a=1' }

/** As the server writes it into the page. */
function serveFor(slug: string | null): void {
  document.head.innerHTML = slug ? `<meta name="custom-domain" content="${slug}">` : ''
  rememberCustomDomain('localhost')
  document.head.innerHTML = ''
}

/** Where a guard sends the user: slug or address. */
async function target(guard: Promise<unknown>): Promise<unknown> {
  const thrown: unknown = await guard.then(
    () => null,
    (error: unknown) => error,
  )
  if (!isRedirect(thrown)) return thrown
  const options: unknown = thrown.options
  const { href, params } = options as { href?: string; params?: { orgSlug: string } }
  return href ?? params?.orgSlug
}

beforeEach(() => {
  writeStored(storageKeys.token, 'handle')
  queryClient.setQueryData(profileQuery.queryKey, person)
  queryClient.setQueryData(organizationsQuery.queryKey, [own, other])
})
afterEach(() => history.replaceState(null, '', '/'))

test('opens the organization of the custom domain, until the server names none', async () => {
  serveFor('acme')
  expect(localStorage.getItem('customDomain:localhost')).toBe('acme')
  expect(await target(openOwnPage('settings/security', place))).toBe('/org/acme/settings/security?a=1')
  expect(await target(openOwnDashboard(place))).toBe('acme')
  expect(await target(redirectSignedIn())).toBe('acme')
  serveFor(null)
  expect(localStorage.getItem('customDomain:localhost')).toBeNull()
  expect(await target(redirectSignedIn())).toBe('northwind')
})

test('keeps the page of a link when the hint is no organization of the user', async () => {
  history.replaceState(null, '', '/?tenant=imperium')
  expect(await target(openOwnPage('settings/security', place))).toBe('/org/northwind/settings/security?a=1')
  expect(await target(redirectSignedIn())).toBe('northwind')
})

test('opens the own organization when the hint cannot be checked', async () => {
  history.replaceState(null, '', '/?tenant=acme')
  queryClient.removeQueries({ queryKey: organizationsQuery.queryKey })
  const api = createFakeApi()
  api.refuse(organizations.list, 503, 'UNAVAILABLE', 'Not now.')
  vi.stubGlobal('fetch', api.fetch)
  expect(await target(openOwnPage('settings/security', place))).toBe('/org/northwind/settings/security?a=1')
  expect(await target(openOwnDashboard(place))).toBe('northwind')
})

/** A sign-in by the form at an address that asks for an organization. */
async function signInAt(place: string): Promise<FakeApi> {
  queryClient.clear()
  const api = openScreen(place, { user: { organization: null } }, (each) => {
    each.give(organizations.list, [own, other])
    each.hold(organizations.switch)
    each.give(identities.providers, { providers: [], singleSignOn: false })
    each.give(auth.login, { user: person, organization: own, token: 'handle', expiresAt: '2026-12-02T09:30:00.000Z' })
  })
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ada@example.com' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Correct-horse-7battery' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  return api
}

test.each([
  ['forwards to the only organization', [own], own.slug],
  ['lets the user choose among two', [own, other], null],
  ['offers a new one to a user without any', [], null],
])('the picker %s', async (_name, mine, slug) => {
  const api = createFakeApi()
  api.give(organizations.list, mine)
  vi.stubGlobal('fetch', api.fetch)
  expect(await target(enterOnlyOrganization({ location: place, preload: false }))).toBe(slug)
})

test('leads to the picker after a sign-in when the hint is no organization of the user', async () => {
  await signInAt('/login?tenant=imperium')
  expect(await screen.findByRole('heading', { name: 'Select your organization' })).toBeDefined()
})

test('leads to the organization of the hint after a sign-in at a provider', async () => {
  queryClient.clear()
  openScreen('/login?tenant=acme', { user: { organization: null } }, (each) => {
    each.give(identities.providers, { providers: ['google'], singleSignOn: false })
    each.give(organizations.list, [own, other])
    each.hold(organizations.switch)
    each.give(identities.start, { url: `${location.origin}/login?tenant=acme#provider` })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await waitFor(() => expect(localStorage.getItem(storageKeys.beforeLogin)).toBe('/dashboard?tenant=acme'))
  history.replaceState(null, '', '/dashboard?tenant=acme')
  queryClient.setQueryData(profileQuery.queryKey, person)
  expect(await target(openOwnDashboard(place))).toBe('acme')
})

test('a return page that a signed-in user opens by itself ends no session', async () => {
  openScreen('/auth/google/callback', {}, (each) => each.give(identities.providers, { providers: [], singleSignOn: false }))
  expect(await screen.findByText('Authentication callback completed but no success or error parameters found')).toBeDefined()
  expect(localStorage.getItem(storageKeys.token)).toBe('handle')
})

test('has a link to the host of PUBLIC_URL in place of providers and passkeys on a custom domain', async () => {
  queryClient.clear()
  const href = 'https://imperium.test/login?tenant=acme'
  document.head.innerHTML = `<meta name="custom-domain" content="acme" data-sign-in="${href}">`
  openScreen('/login', { user: { organization: null } }, () => undefined)
  expect((await screen.findByRole('link', { name: 'Sign in at imperium.test' })).getAttribute('href')).toBe(href)
  expect(screen.queryByRole('button', { name: /passkey|Continue with/ })).toBeNull()
  document.head.innerHTML = ''
})

test('leads to the organization of the hint after a sign-in', async () => {
  const api = await signInAt('/login?tenant=acme')
  await waitFor(() => expect(api.sent(organizations.switch)).toMatchObject([{ params: { slug: 'acme' } }]))
})
