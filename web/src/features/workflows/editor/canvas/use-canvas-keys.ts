import type { KeyboardEvent } from 'react'
import { isTyping } from '../../../../ui/is-typing.ts'
import { placeAfter } from '../graph/add-step.ts'
import { stepTowards } from '../graph/move-focus.ts'
import type { Direction } from '../graph/move-focus.ts'
import type { CanvasProps } from './canvas-props.ts'

const directions: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

interface CanvasKeys extends CanvasProps {
  onFocusStep: (id: string) => void
}

/** What keys do on the canvas: arrows go from step to step, Enter opens the form, + adds a step, Delete takes steps out. */
export function useCanvasKeys({ definition, types, selected, onSelect, onSelectWay, onOpen, edits, onFocusStep }: CanvasKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const focused = target.closest('.react-flow__node')?.getAttribute('data-id') ?? null
    // Buttons on the canvas handle their own keys.
    if (isTyping(target) || target.closest('button')) return
    const current = focused ?? selected[0] ?? null
    const withCtrl = event.ctrlKey || event.metaKey
    const act = actionOf()
    if (!act) return
    event.preventDefault()
    act()

    function actionOf(): (() => void) | null {
      const direction = directions[event.key]
      if (direction && !withCtrl) return () => go(stepTowards(definition, current, direction))
      if (withCtrl && event.key.toLowerCase() === 'a') return () => onSelect(definition.steps.map(({ id }) => id))
      if (event.key === 'Escape') return () => (onSelect([]), onSelectWay(null))
      if ((event.key === 'Enter' || event.key === ' ') && current) return () => (onSelect([current]), onOpen(current, 'keys'))
      if (!edits) return null
      if (event.key === 'Delete' || event.key === 'Backspace') return edits.onRemove
      if (withCtrl && event.key.toLowerCase() === 'd') return edits.onDuplicate
      if (event.key === '+' || event.key === 'Insert') return () => edits.onAdd(placeAfter(definition, types, current))
      return null
    }

    function go(id: string | null): void {
      if (!id) return
      onSelect([id])
      onFocusStep(id)
    }
  }
}
