import { dateFormats, timeFormats } from '@imperium/contract/languages.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

/** How a person wants dates and times written; null follows the language, a null time zone the browser. */
export interface Preferences {
  timeZone: string | null
  dateFormat: (typeof dateFormats)[number] | null
  timeFormat: (typeof timeFormats)[number] | null
}

let known: Preferences | null = null

/** The preferences of who is signed in here, or was last; those of nobody follow the language and the browser. */
export const currentPreferences = (): Preferences => (known ??= parsePreferences(readStored(storageKeys.preferences)))

/** Keeps them for the next visit, so that the first page is already written as wanted; null forgets them. */
export function rememberPreferences(preferences: Preferences | null): void {
  const text = preferences && JSON.stringify(preferences)
  writeStored(storageKeys.preferences, text)
  known = parsePreferences(text)
}

/** What is stored may be of an older version, or edited by hand: anything that is not known counts as null. */
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
