import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebar, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { t } from '../lib/words.ts'
import { setTheme, useMode } from '../theme/store.ts'
import { Kbd } from '../ui/kbd.tsx'
import { ActivityMenu } from './activity-menu.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { HelpMenu, ResourcesMenu, SettingsLink } from './help-menus.tsx'
import { NewMenu } from './new-menu.tsx'
import { NotificationsMenu } from './notifications-menu.tsx'
import { preloadPalette } from './shell-dialogs.tsx'
import { useShell } from './shell-context.ts'
import { ThemeMenu } from './theme-menu.tsx'
import { UserMenu } from './user-menu.tsx'
import classes from './header.module.css'

interface HeaderProps {
  collapsed: boolean
  onToggleSidebar: () => void
  onOpenSidebar: () => void
}

/** Where you are, search, and the menus. A plain div: dialogs bring the only `header` elements. */
export function Header({ collapsed, onToggleSidebar, onOpenSidebar }: HeaderProps) {
  const { openDialog } = useShell()
  return (
    <div className={classes.header}>
      <Tooltip label={collapsed ? t('Expand sidebar') : t('Collapse sidebar')}>
        <ActionIcon
          className={classes.wideOnly}
          aria-label={collapsed ? t('Expand sidebar') : t('Collapse sidebar')}
          aria-expanded={!collapsed}
          onClick={onToggleSidebar}
        >
          <IconLayoutSidebar size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ActionIcon className={classes.phoneOnly} aria-label={t('Open menu')} onClick={onOpenSidebar}>
        <IconMenu2 size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
      <Breadcrumbs />
      <button
        type="button"
        className={classes.search}
        onPointerEnter={preloadPalette}
        onClick={() => openDialog('palette')}
        aria-label={t('Search or jump to')}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <span className={classes.searchText}>{t('Search or jump to…')}</span>
        <span className={classes.searchKeys}>
          <Kbd keys="mod+k" />
        </span>
      </button>
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
    </div>
  )
}

function ModeToggle() {
  const mode = useMode()
  const label = mode === 'dark' ? t('Light mode') : t('Dark mode')
  const Glyph = mode === 'dark' ? IconSun : IconMoon
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setTheme({ mode: mode === 'dark' ? 'light' : 'dark' })}>
        <Glyph size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
