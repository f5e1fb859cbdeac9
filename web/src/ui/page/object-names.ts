import { useEffect, useSyncExternalStore } from 'react'

let names: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells the breadcrumbs how the object of a detail page is called; called by the page once it is loaded. */
export function useObjectName(id: string, name: string | undefined): void {
  useEffect(() => {
    if (name === undefined || names.get(id) === name) return
    names = new Map(names).set(id, name)
    for (const listener of listeners) listener()
  }, [id, name])
}

/** Names of objects by id, as far as their pages have loaded. */
export const useObjectNames = (): ReadonlyMap<string, string> => useSyncExternalStore(subscribe, () => names)
