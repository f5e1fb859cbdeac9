import { dateFormats, timeFormats } from '@imperium/contract/languages.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

/** A user's date and time formats; null follows the language, a null time zone follows the browser. */
export interface Preferences {
  timeZone: string | null
  dateFormat: (typeof dateFormats)[number] | null
  timeFormat: (typeof timeFormats)[number] | null
}

let known: Preferences | null = null

/** The preferences of the current or last signed-in user; without one, those of the language and the browser. */
export const currentPreferences = (): Preferences => (known ??= parsePreferences(readStored(storageKeys.preferences)))

/** Stores them for the next visit, so that the first page already uses them; null removes them. */
export function rememberPreferences(preferences: Preferences | null): void {
  const text = preferences && JSON.stringify(preferences)
  writeStored(storageKeys.preferences, text)
  known = parsePreferences(text)
}

/** Stored values may come from an older version or be edited: unknown values become null. */
export function parsePreferences(text: string | null): Preferences {
  const stored = readObject(text)
  return {
    timeZone: isTimeZone(stored['timeZone']) ? stored['timeZone'] : null,
    dateFormat: dateFormats.find((each) => each === stored['dateFormat']) ?? null,
    timeFormat: timeFormats.find((each) => each === stored['timeFormat']) ?? null,
  }
}

function readObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch (error) {
    console.warn('The stored preferences cannot be read; dates follow the language.', error)
    return {}
  }
}

function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string') return false
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    // Intl has no question to ask, it only throws: this browser does not know the zone.
    return false
  }
}
