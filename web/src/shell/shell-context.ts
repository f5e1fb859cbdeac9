import { createContext, use } from 'react'

export type ShellDialog = 'palette' | 'shortcuts' | 'organizations'

interface ShellControls {
  openDialog: (dialog: ShellDialog) => void
}

/** How parts of the shell open its dialogs. */
export const ShellContext = createContext<ShellControls>({
  openDialog: () => {
    throw new Error('ShellContext has no provider here.')
  },
})

export const useShell = (): ShellControls => use(ShellContext)
