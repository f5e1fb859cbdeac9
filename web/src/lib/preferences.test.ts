import { afterEach, expect, test, vi } from 'vitest'
import { currentPreferences, parsePreferences, rememberPreferences } from './preferences.ts'

const unset = { timeZone: null, dateFormat: null, timeFormat: null }
afterEach(() => vi.unstubAllGlobals())

test.each([
  [null, unset],
  ['{}', unset],
  ['null', unset],
  ['[1]', unset],
  ['"text"', unset],
  ['{"timeZone":"Mars/Olympus","dateFormat":"YY.MM","timeFormat":"6h"}', unset],
  ['{"timeZone":7,"dateFormat":null}', unset],
  [
    '{"timeZone":"Asia/Tokyo","dateFormat":"DD/MM/YYYY","timeFormat":"24h","language":"ja"}',
    { timeZone: 'Asia/Tokyo', dateFormat: 'DD/MM/YYYY', timeFormat: '24h' },
  ],
])('%s', (stored, preferences) => expect(parsePreferences(stored)).toEqual(preferences))

test('logs unreadable preferences and ignores them', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(parsePreferences('{broken')).toEqual(unset)
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})

test('preferences outlive the page and end with the session', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  rememberPreferences({ ...unset, timeFormat: '12h' })
  expect(currentPreferences()).toEqual({ ...unset, timeFormat: '12h' })
  expect(parsePreferences(stored.get('imperium:preferences') ?? null)).toEqual({ ...unset, timeFormat: '12h' })
  rememberPreferences(null)
  expect(stored.size).toBe(0)
  expect(currentPreferences()).toEqual(unset)
})
