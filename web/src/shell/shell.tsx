import '../theme/mantine-shell.css'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { VerifyBanner } from '../features/auth/index.ts'
import { useUser } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { ConfirmHost } from '../ui/dialog/confirm-host.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { scrollRootAttribute } from '../ui/page/use-scroll-root.ts'
import { useCommands } from './commands.ts'
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

/** The frame of every page below /org/{slug}: sidebar, header, and the page in an inset panel. */
export function Shell() {
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  return (
    <ShellContext value={{ openDialog: setDialog }}>
      <ShellFrame dialog={dialog} onDialog={setDialog} />
      <ConfirmHost />
    </ShellContext>
  )
}

function ShellFrame({ dialog, onDialog }: { dialog: ShellDialog | null; onDialog: (dialog: ShellDialog | null) => void }) {
  const sidebar = useSidebarState()
  /** Null until it is first opened. */
  const [overlay, setOverlay] = useState<boolean | null>(null)
  const commands = useCommands()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  useShortcuts(commands, { onPalette: () => onDialog('palette') })
  const closeOverlay = () => setOverlay((shown) => shown && false)
  const { emailVerified } = useUser()
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
          {!emailVerified && (
            <Suspense fallback={null}>
              <VerifyBanner />
            </Suspense>
          )}
          <main id="content" tabIndex={-1} className={classes.content} {...{ [scrollRootAttribute]: '' }}>
            <ErrorBoundary resetKey={pathname}>
              <Outlet />
            </ErrorBoundary>
          </main>
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
