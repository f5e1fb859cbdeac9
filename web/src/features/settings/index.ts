import { lazyRouteComponent } from '@tanstack/react-router'

/** Counts a page of settings that was opened, for Recently Visited and Popular Settings. */
export async function noteVisit(pathname: string): Promise<void> {
  const { recordVisit, settingsPageAt } = await import('./record-visit.ts')
  const page = settingsPageAt(pathname)
  if (page) await recordVisit(page)
}

export const SettingsPage = lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage')
export const DataSettingsPage = lazyRouteComponent(() => import('./settings-page.tsx'), 'DataSettingsPage')
export const EmailSettingsPage = lazyRouteComponent(() => import('./settings-page.tsx'), 'EmailSettingsPage')
