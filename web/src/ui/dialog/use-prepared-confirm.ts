import { useEffect } from 'react'

/** Preloads the `confirm` dialog, for pages that may need it while offline. */
export function usePreparedConfirm(): void {
  useEffect(() => {
    import('./confirm-dialog.tsx').catch((error: unknown) => console.warn('The dialog that asks could not be loaded ahead.', error))
  }, [])
}
