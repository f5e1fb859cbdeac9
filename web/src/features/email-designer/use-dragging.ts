import { useState } from 'react'
import type { Dragged } from './designer-context.ts'
import type { Place } from './model/edit-blocks.ts'

/** What is being dragged, and where it would be dropped. */
export function useDragging(onDrop: (dragged: Dragged, place: Place) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [target, setTarget] = useState<Place | null>(null)
  const drag = (next: Dragged | null) => {
    setDragged(next)
    if (next === null) setTarget(null)
  }
  return {
    dragged,
    setDragged: drag,
    target,
    setTarget: (next: Place | null) => {
      if (JSON.stringify(next) !== JSON.stringify(target)) setTarget(next)
    },
    drop: () => {
      if (dragged && target) onDrop(dragged, target)
      drag(null)
    },
  }
}
