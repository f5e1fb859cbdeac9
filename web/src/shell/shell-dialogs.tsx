import { Suspense, lazy } from 'react'
import type { Command } from './commands.ts'
import type { ShellDialog } from './shell-context.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))
const OrganizationsDialog = lazy(async () => ({ default: (await import('./organizations-dialog.tsx')).OrganizationsDialog }))
const UpgradeDialog = lazy(async () => ({ default: (await import('./upgrade-dialog.tsx')).UpgradeDialog }))

interface ShellDialogsProps {
  dialog: ShellDialog | null
  commands: readonly Command[]
  onClose: () => void
}

/** The dialogs of the shell; each is loaded when it is first opened. */
export function ShellDialogs({ dialog, commands, onClose }: ShellDialogsProps) {
  return (
    <Suspense fallback={null}>
      {dialog === 'palette' && <Palette commands={commands} onClose={onClose} />}
      {dialog === 'shortcuts' && <ShortcutsDialog commands={commands} onClose={onClose} />}
      {dialog === 'organizations' && <OrganizationsDialog onClose={onClose} />}
      {dialog === 'upgrade' && <UpgradeDialog onClose={onClose} />}
    </Suspense>
  )
}
