import { useState } from 'react'
import { readStored, storageKeys, writeStored } from '../lib/storage.ts'

interface SidebarState {
  collapsed: boolean
  /** Labels of the groups that are closed. */
  closedGroups: readonly string[]
}

function readState(): SidebarState {
  try {
    const stored: Partial<SidebarState> = JSON.parse(readStored(storageKeys.sidebar) ?? '{}')
    return { collapsed: stored.collapsed === true, closedGroups: Array.isArray(stored.closedGroups) ? stored.closedGroups : [] }
  } catch (error) {
    console.warn('The stored sidebar cannot be read; it starts open.', error)
    return { collapsed: false, closedGroups: [] }
  }
}

/** The sidebar's state, stored between visits. */
export function useSidebarState() {
  const [state, setState] = useState(readState)
  function change(patch: Partial<SidebarState>): void {
    const next = { ...state, ...patch }
    setState(next)
    writeStored(storageKeys.sidebar, JSON.stringify(next))
  }
  return {
    ...state,
    toggleCollapsed: () => change({ collapsed: !state.collapsed }),
    toggleGroup: (label: string) =>
      change({
        closedGroups: state.closedGroups.includes(label)
          ? state.closedGroups.filter((closed) => closed !== label)
          : [...state.closedGroups, label],
      }),
  }
}
