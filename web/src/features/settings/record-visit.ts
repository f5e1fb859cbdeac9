import { settings } from '@imperium/contract/settings.ts'
import { call, keyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** The last part of the address of a page of settings; null for any other page. */
export function settingsPageAt(pathname: string): string | null {
  const [, below, beside] = /^\/org\/[^/]+\/(?:settings\/([a-z-]+)|(profile|activity|notifications))\/?$/.exec(pathname) ?? []
  return below ?? beside ?? null
}

/** Records a visit of a settings page on the server. A failure is ignored silently. */
export async function recordVisit(page: string): Promise<void> {
  try {
    await call(settings.visit, { body: { page } })
    await queryClient.invalidateQueries({ queryKey: keyOf(settings.visits) })
  } catch (error) {
    console.warn('A visit of settings could not be noted.', error)
  }
}
