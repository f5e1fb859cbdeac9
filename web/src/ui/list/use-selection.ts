import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  set: (ids: ReadonlySet<string>) => void
  toggle: (id: string) => void
  drop: (id: string) => void
  clear: () => void
}

interface Held {
  scope: string
  ids: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** The selected rows of a list. A change of filter (`scope`) clears them: only visible rows may be selected. */
export function useSelection(scope: string): Selection {
  const [held, setHeld] = useState<Held>({ scope, ids: none })
  const ids = held.scope === scope ? held.ids : none
  const set = (next: ReadonlySet<string>) => setHeld({ scope, ids: next })
  const drop = (id: string) => set(new Set([...ids].filter((each) => each !== id)))
  return {
    ids,
    set,
    toggle: (id) => (ids.has(id) ? drop(id) : set(new Set([...ids, id]))),
    drop,
    clear: () => set(none),
  }
}
