import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Role } from '@imperium/contract/permissions.ts'
import { creations, groupsFor, isSettingsPath, navigationPlaces, settingsNavigation, settingsPlaces } from './features.ts'
import { filterPlaces } from './settings/filter-places.ts'

const places = [...navigationPlaces, ...settingsPlaces]
const routeOf = (path: string) => `../routes/org.$orgSlug.${path.replaceAll('/', '.')}`

test.each([...places, ...creations].map(({ path }) => path))('%s has a route', (path) => {
  const route = join(import.meta.dirname, routeOf(path.split('?')[0] ?? ''))
  expect(existsSync(`${route}.tsx`) || existsSync(`${route}.index.tsx`)).toBe(true)
})

test('no two features declare the same page or the same keys', () => {
  const paths = places.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  const keys = [...places, ...creations].flatMap((each) => each.keys ?? [])
  expect(new Set(keys).size).toBe(keys.length)
})

test('every page of settings is in one group, and a group without a page for the role is left out', () => {
  expect(settingsNavigation.flatMap((group) => group.places).toSorted((a, b) => a.order - b.order)).toEqual(settingsPlaces)
  const viewer = groupsFor('VIEWER', settingsNavigation)
  const keys = settingsPlaces.filter(({ path }) => path === 'settings/api-keys')
  expect(groupsFor('VIEWER', [{ label: 'Keys', places: keys }])).toEqual([])
  expect(viewer.every((group) => group.places.length > 0)).toBe(true)
})

test('finds pages of settings by their name, their text and their group', () => {
  const found = (text: string) =>
    filterPlaces('OWNER', settingsNavigation, text).flatMap((group) => group.places.map(({ place }) => place.path))
  expect(found('  ')).toHaveLength(settingsPlaces.length)
  expect(found('quiet hours')).toEqual(['settings/consent'])
  expect(found('KEYS secrets api')).toEqual(['settings/api-keys'])
  expect(found('no such thing')).toEqual([])
})

test('finds what is inside a page of settings, as far as the role sees it', () => {
  const inside = (role: Role, text: string) =>
    filterPlaces(role, settingsNavigation, text).flatMap((group) =>
      group.places.flatMap(({ sections }) => sections.map(({ path }) => path)),
    )
  expect(inside('OWNER', 'recovery code')).toEqual(['settings/security?tab=two-factor'])
  expect(inside('OWNER', 'security single sign')).toEqual(['settings/security?tab=single-sign-on'])
  expect(inside('VIEWER', 'single sign')).toEqual([])
  expect(inside('OWNER', 'security')).toEqual([])
})

test('knows which paths are pages of settings', () => {
  expect(['settings', 'settings/team', 'profile'].map(isSettingsPath)).toEqual([true, true, true])
  expect(['agents', 'settings-of-others', ''].map(isSettingsPath)).toEqual([false, false, false])
})
