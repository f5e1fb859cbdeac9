import { Suspense, lazy } from 'react'
import { ReturnFocus } from '../ui/return-focus.tsx'
import type { Command } from './commands.ts'
import type { ShellDialog } from './shell-context.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))
const OrganizationsDialog = lazy(async () => ({ default: (await import('./organizations-dialog.tsx')).OrganizationsDialog }))
const UpgradeDialog = lazy(async () => ({ default: (await import('./upgrade-dialog.tsx')).UpgradeDialog }))

/** Fetches the palette ahead, so that no key typed after Ctrl+K is lost. A failure shows when it is opened. */
export const preloadPalette = (): void => void loadPalette().catch(() => undefined)

interface ShellDialogsProps {
  dialog: ShellDialog | null
  commands: readonly Command[]
  onClose: () => void
}

/** The dialogs of the shell; each is loaded when it is first opened. */
export function ShellDialogs({ dialog, commands, onClose }: ShellDialogsProps) {
  return (
    <Suspense fallback={null}>
      {dialog !== null && <ReturnFocus />}
      {dialog === 'palette' && <Palette commands={commands} onClose={onClose} />}
      {dialog === 'shortcuts' && <ShortcutsDialog commands={commands} onClose={onClose} />}
      {dialog === 'organizations' && <OrganizationsDialog onClose={onClose} />}
      {dialog === 'upgrade' && <UpgradeDialog onClose={onClose} />}
    </Suspense>
  )
}
