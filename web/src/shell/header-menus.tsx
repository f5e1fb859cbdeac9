import { useEffect } from 'react'
import { t } from '../lib/words.ts'
import { DemoLabel } from '../features/onboarding/index.ts'
import { ActivityMenu } from './activity-menu.tsx'
import { HelpMenu, ResourcesMenu, SettingsLink } from './help-menus.tsx'
import { ModeToggle } from './mode-toggle.tsx'
import { NewMenu } from './new-menu.tsx'
import { NotificationsMenu } from './notifications-menu.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { UserMenu } from './user-menu.tsx'
import classes from './header.module.css'

/** Preloads schemas and inputs before the first form needs them. A failure is ignored here: the form loads them again and reports it. */
function preloadForms(): void {
  import('../ui/form/use-contract-form.ts').catch((error: unknown) => console.debug('Forms are not preloaded', error))
}

/** All menus of the header: a separate file, so that the first paint does not wait for it. */
export function HeaderMenus() {
  useEffect(preloadForms, [])
  return (
    <>
      <DemoLabel />
      <NewMenu />
      <span className={classes.divider} aria-hidden />
      {/* A landmark, because one of them is a link (axe: region). */}
      <div className={classes.icons} role="region" aria-label={t('Tools')}>
        <ActivityMenu />
        <NotificationsMenu />
        <ResourcesMenu />
        <HelpMenu />
        <SettingsLink />
        <ThemeMenu />
        <ModeToggle />
      </div>
      <UserMenu />
    </>
  )
}
