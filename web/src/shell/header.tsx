import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconLayoutSidebar, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { can } from '@imperium/contract/permissions.ts'
import { useIsPhone } from '../lib/use-is-phone.ts'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { creations } from './features.ts'
import { preloadPalette } from './shell-dialogs.tsx'
import { useShell } from './shell-context.ts'
import classes from './header.module.css'

const HeaderMenus = lazy(async () => ({ default: (await import('./header-menus.tsx')).HeaderMenus }))

interface HeaderProps {
  collapsed: boolean
  onToggleSidebar: () => void
  onOpenSidebar: () => void
}

/** Breadcrumbs, search and the menus. A plain div: only dialogs contain `header` elements. */
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
      <Suspense fallback={<HeaderButtons />}>
        <HeaderMenus />
      </Suspense>
    </div>
  )
}

/** Placeholder of the menus while their code loads. */
function HeaderButtons() {
  const isPhone = useIsPhone()
  const { role } = useOrganization()
  const canCreate = creations.some(({ permission }) => can(role, permission))
  return (
    <div className={classes.loadingMenus} aria-hidden>
      {canCreate && !isPhone && <Skeleton width={76} height={30} />}
      {!isPhone && <Skeleton width={233} height={20} />}
      <Skeleton circle height={26} />
    </div>
  )
}
