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

/** The selected rows of a list. Another filter (`scope`) starts with none: what is selected must be what is in sight. */
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
