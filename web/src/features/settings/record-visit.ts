import { settings, settingsPages } from '@imperium/contract/settings.ts'
import type { SettingsPage } from '@imperium/contract/settings.ts'
import { call, keyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** The page of settings at a path of an organization; null for any other page. */
export function settingsPageAt(pathname: string): SettingsPage | null {
  const page = /^\/org\/[^/]+\/(?:settings\/)?([a-z-]+)\/?$/.exec(pathname)?.[1]
  return settingsPages.find((each) => each === page) ?? null
}

/** Records a visit of a settings page on the server. A failure is ignored silently. */
export async function recordVisit(page: SettingsPage): Promise<void> {
  try {
    await call(settings.visit, { body: { page } })
    await queryClient.invalidateQueries({ queryKey: keyOf(settings.visits) })
  } catch (error) {
    console.warn('A visit of settings could not be noted.', error)
  }
}
