import { useState } from 'react'
import type { Designer, PanelTab } from './designer-context.ts'
import { useFocusRequest } from './use-focus-request.ts'

/** Which block is selected, whether its text is being edited, and what the panel shows. */
export function useSelection(hasText: (id: string) => boolean) {
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [editing, setEditing] = useState<Designer['editing']>(null)
  const [tab, setTab] = useState<PanelTab>('add')
  const [isPanelOpen, setPanelOpen] = useState(false)
  const requestFocus = useFocusRequest()

  function select(id: string | null, { focus = false } = {}): void {
    if (id !== selectedId) setEditing(null)
    setSelectedId(id)
    if (id !== null) setTab('block')
    else if (tab === 'block') setTab('add')
    if (focus && id !== null) requestFocus(id)
  }
  function edit(id: string, caret: { left: number; top: number } | null): void {
    select(id)
    if (hasText(id)) setEditing({ caret })
  }
  function leaveText(): void {
    setEditing(null)
    if (selectedId !== null) requestFocus(selectedId)
  }
  return { selectedId, editing, tab, setTab, isPanelOpen, setPanelOpen, select, edit, leaveText }
}
