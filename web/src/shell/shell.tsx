import '../theme/mantine-shell.css'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'
import { VerifyBanner } from '../features/auth/index.ts'
import { useOrganizationBrand } from '../features/branding/index.ts'
import { HeldBanner } from '../features/dashboard/index.ts'
import { useUser } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { ConfirmHost } from '../ui/dialog/confirm-host.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { useOrgSlug } from '../ui/page/org-link.tsx'
import { scrollRootAttribute } from '../ui/page/use-scroll-root.ts'
import { useCommands } from './commands.ts'
import { isSettingsPath } from './features.ts'
import { Header } from './header.tsx'
import { ShellContext } from './shell-context.ts'
import type { ShellDialog } from './shell-context.ts'
import { ShellDialogs } from './shell-dialogs.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'
import { useShortcuts } from './use-shortcuts.ts'
import classes from './shell.module.css'

// Only small screens need it, and it brings the drawer with it.
const SidebarOverlay = lazy(async () => ({ default: (await import('./sidebar-overlay.tsx')).SidebarOverlay }))

const SettingsFrame = lazy(async () => ({ default: (await import('./settings/settings-frame.tsx')).SettingsFrame }))

/** The frame of every page below /org/{slug}: sidebar, header, and the page in an inset panel. */
export function Shell({ children }: { children?: ReactNode }) {
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  return (
    <ShellContext value={{ openDialog: setDialog }}>
      <ShellFrame dialog={dialog} onDialog={setDialog}>
        {children ?? <Outlet />}
      </ShellFrame>
      <ConfirmHost />
    </ShellContext>
  )
}

/** The organization's own CSS reaches into every page but the one where it is changed: a rule that hides something can be taken back there. */
const brandScopeOf = (pathname: string): string => (pathname.endsWith('/settings/branding') ? '' : 'brand-scope')

interface ShellFrameProps {
  dialog: ShellDialog | null
  onDialog: (dialog: ShellDialog | null) => void
  children: ReactNode
}

function ShellFrame({ dialog, onDialog, children }: ShellFrameProps) {
  const sidebar = useSidebarState()
  /** Null until it is first opened. */
  const [overlay, setOverlay] = useState<boolean | null>(null)
  const commands = useCommands()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  useShortcuts(commands, { onPalette: () => onDialog('palette') })
  const closeOverlay = () => setOverlay((shown) => shown && false)
  const { emailVerified, isHeld } = useUser()
  useOrganizationBrand()
  const groups = { closedGroups: sidebar.closedGroups, onToggleGroup: sidebar.toggleGroup }
  return (
    <>
      <div className={classes.shell} data-collapsed={sidebar.collapsed || undefined}>
        <a href="#content" className="skip">
          {t('Skip to content')}
        </a>
        <aside className={classes.sidebar} aria-label={t('Sidebar')}>
          <Sidebar collapsed={sidebar.collapsed} {...groups} onNavigate={closeOverlay} />
        </aside>
        <div className={classes.panel}>
          <Header collapsed={sidebar.collapsed} onToggleSidebar={sidebar.toggleCollapsed} onOpenSidebar={() => setOverlay(true)} />
          {/* The banner and the page come together: loaded after it, the banner would push the page down. */}
          <Suspense fallback={<div className={classes.content} />}>
            {isHeld && <HeldBanner />}
            {!emailVerified && <VerifyBanner />}
            <main id="content" tabIndex={-1} className={`${classes.content} ${brandScopeOf(pathname)}`} {...{ [scrollRootAttribute]: '' }}>
              <ErrorBoundary resetKey={pathname}>
                <Content>{children}</Content>
              </ErrorBoundary>
            </main>
          </Suspense>
        </div>
      </div>
      {overlay !== null && (
        <Suspense fallback={null}>
          <SidebarOverlay opened={overlay} onClose={closeOverlay}>
            <Sidebar collapsed={false} {...groups} onNavigate={closeOverlay} />
          </SidebarOverlay>
        </Suspense>
      )}
      <ShellDialogs dialog={dialog} commands={commands} onClose={() => onDialog(null)} />
    </>
  )
}

/** The page; pages of settings stand beside their navigation. */
function Content({ children }: { children: ReactNode }) {
  const slug = useOrgSlug()
  // The page on screen, which is not yet the one that loads.
  const pathname = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' })
  const path = pathname.replace(`/org/${slug}`, '').replace(/^\/+|\/+$/g, '')
  if (!isSettingsPath(path)) return children
  return (
    <Suspense fallback={null}>
      <SettingsFrame path={path}>{children}</SettingsFrame>
    </Suspense>
  )
}
