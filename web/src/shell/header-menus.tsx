import { useEffect } from 'react'
import { ActivityMenu } from './activity-menu.tsx'
import { HelpMenu, ResourcesMenu, SettingsLink } from './help-menus.tsx'
import { ModeToggle } from './mode-toggle.tsx'
import { NewMenu } from './new-menu.tsx'
import { NotificationsMenu } from './notifications-menu.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { UserMenu } from './user-menu.tsx'
import classes from './header.module.css'

/** Schemas and inputs, before the first form asks for them. A failure is the form's to report, which then asks again. */
function preloadForms(): void {
  import('../ui/form/use-contract-form.ts').catch((error: unknown) => console.debug('Forms are not preloaded', error))
}

/** Everything of the header that opens: a file of its own, so that the first page is painted without it. */
export function HeaderMenus() {
  useEffect(preloadForms, [])
  return (
    <>
      <NewMenu />
      <span className={classes.divider} aria-hidden />
      <div className={classes.icons}>
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
