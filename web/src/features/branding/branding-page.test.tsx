import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { branding } from '@imperium/contract/branding/branding.ts'
import type { Brand } from '@imperium/contract/branding/branding.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at } from '../../testing/person-of.ts'

const brand: Brand = {
  primary: '#4f46e5',
  secondary: '#7c3aed',
  accent: '#ec4899',
  font: 'inter',
  themeMode: 'system',
  customCss: '',
  logoId: null,
  faviconId: null,
  scopedCss: '',
  logo: null,
  favicon: null,
  name: 'Northwind',
  hidesProduct: false,
  version: 3,
  savedAt: at,
}
const {
  scopedCss: _css,
  logo: _logo,
  favicon: _favicon,
  name: _name,
  hidesProduct: _hides,
  version: _version,
  savedAt: _at,
  ...settings
} = brand
const versions = [
  { version: 3, settings, savedBy: 'Ada Lovelace', savedAt: at, isCurrent: true },
  { version: 2, settings, savedBy: 'Ada Lovelace', savedAt: at, isCurrent: false },
]

test('saves what was changed, on the version that was read, and repairs a color on which text cannot be read', async () => {
  const api = openScreen('settings/branding', {}, (on) => {
    on.give(branding.read, brand)
    on.give(branding.versions, versions)
    on.give(branding.save, { ...brand, version: 4 })
  })
  const save = await screen.findByRole('button', { name: 'Save Branding Settings' })
  expect((save as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(screen.getByRole('textbox', { name: 'Primary color' }), { target: { value: '#fb7185' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Repair contrast' }))
  fireEvent.click(save)
  await waitFor(() => expect(api.sent(branding.save)).toHaveLength(1))
  const body = api.sent(branding.save)[0]?.body as Record<string, string>
  expect(body).toMatchObject({ version: 3, font: 'inter', logoId: null })
  expect([body['primary'], body['accent']]).not.toContain('#fb7185')
})

test('asks before it resets, and restores a version', async () => {
  const api = openScreen('settings/branding', {}, (on) => {
    on.give(branding.read, brand)
    on.give(branding.versions, versions)
    on.give(branding.reset, { ...brand, version: 4 })
  })
  await screen.findByRole('button', { name: 'Restore version 2' })
  fireEvent.click(screen.getByRole('button', { name: 'Reset to Defaults' }))
  expect(api.writes()).toEqual([])
})

test('shows members the brand, and why they cannot change it', async () => {
  openScreen('settings/branding', { role: 'MEMBER' }, (on) => {
    on.give(branding.read, brand)
    on.give(branding.versions, [])
  })
  const save = await screen.findByRole('button', { name: 'Save Branding Settings' })
  expect([(save as HTMLButtonElement).disabled, save.title]).toEqual([true, 'Only owners and administrators can change the brand'])
})

test('says what failed', async () => {
  openScreen('settings/branding', {}, (on) => on.refuse(branding.read, 500, 'INTERNAL', 'Something went wrong'))
  expect(await screen.findByText('The branding settings could not be loaded')).toBeTruthy()
})
