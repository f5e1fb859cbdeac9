import { useEffect } from 'react'

/** Loads the dialog of `confirm` ahead, for pages that may have to ask when there is no connection any more. */
export function usePreparedConfirm(): void {
  useEffect(() => {
    import('./confirm-dialog.tsx').catch((error: unknown) => console.warn('The dialog that asks could not be loaded ahead.', error))
  }, [])
}
