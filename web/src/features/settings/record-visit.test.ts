import { expect, test } from 'vitest'
import { settingsPageAt } from './record-visit.ts'

test('records pages of settings only', () => {
  expect(settingsPageAt('/org/acme/settings/security')).toBe('security')
  expect(settingsPageAt('/org/acme/settings/ai-models/')).toBe('ai-models')
  expect(settingsPageAt('/org/acme/profile')).toBe('profile')
  expect(settingsPageAt('/org/acme/activity')).toBe('activity')
  expect(settingsPageAt('/org/acme/settings')).toBeNull()
  expect(settingsPageAt('/org/acme/agents')).toBeNull()
  expect(settingsPageAt('/org/security/dashboard')).toBeNull()
  expect(settingsPageAt('/security')).toBeNull()
})
