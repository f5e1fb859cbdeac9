import { Suspense, lazy, useState } from 'react'
import type { ComponentProps } from 'react'
import { ReturnFocus } from '../ui/dialog/return-focus.tsx'
import type { Command } from './commands.ts'
import type { Palette as PaletteDialog } from './palette.tsx'
import type { ShellDialog } from './shell-context.ts'

type PaletteComponent = typeof PaletteDialog
let loadedPalette: PaletteComponent | null = null
async function loadPalette(): Promise<{ default: PaletteComponent }> {
  loadedPalette = (await import('./palette.tsx')).Palette
  return { default: loadedPalette }
}
const LazyPalette = lazy(loadPalette)
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))
const OrganizationsDialog = lazy(async () => ({ default: (await import('./organizations-dialog.tsx')).OrganizationsDialog }))

/** Preloads the palette, so that no key typed after Ctrl+K is lost. A failure is reported when the palette opens. */
export const preloadPalette = (): void => void loadPalette().catch(() => undefined)

/** A lazy component, even a loaded one, renders only about 300 ms after its first request: long enough to lose typed keys. */
function Palette(props: ComponentProps<PaletteComponent>) {
  const [Component] = useState(() => loadedPalette ?? LazyPalette)
  return <Component {...props} />
}

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
    </Suspense>
  )
}
