import { useEffect, useRef, useState } from 'react'
import { giveFocus } from '../../../ui/dialog/return-focus.tsx'

interface Wanted {
  contactIds: readonly string[]
  act: 'approve' | 'reject' | 'edit'
}

/**
 * Keeps the focus in the list when the pressed button disappears: after the request it moves to the same button of the
 * first of these contacts that has one, else to the list itself.
 */
export function useFocusInList(busy: boolean) {
  const region = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  useEffect(() => {
    if (busy || !wanted) return
    const buttonOf = (id: string) => region.current?.querySelector<HTMLElement>(`[data-contact="${id}"] [data-act="${wanted.act}"]`)
    giveFocus(wanted.contactIds.map(buttonOf).find(Boolean) ?? region.current)
  }, [busy, wanted])
  return { region, focusNext: (contactIds: readonly string[], act: Wanted['act']) => setWanted({ contactIds, act }) }
}
