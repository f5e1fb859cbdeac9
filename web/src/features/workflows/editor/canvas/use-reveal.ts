import { useReducedMotion } from '@mantine/hooks'
import { useReactFlow } from '@xyflow/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { findStep, nodeSize } from '../graph/edit-graph.ts'
import { useFitOptions } from './fit-options.ts'

interface Reveal {
  frame: RefObject<HTMLDivElement | null>
  definition: WorkflowDefinition
  selected: readonly string[]
  /** Counts how often a new step was to have the focus. */
  focusRequest: number
}

/** Until a dialog that closes has given the focus back. */
const settledMs = 240
/** Pixels that a panel or a turned phone takes or gives; less is a window that is dragged. */
const otherRoom = 80

/** Scrolls the selected step into view. Returns a function that focuses a step. */
export function useReveal({ frame, definition, selected, focusRequest }: Reveal) {
  const wanted = useRef<string | null>(null)
  const { getViewport, setCenter, fitView } = useReactFlow()
  const fitOptions = useFitOptions()
  const duration = useReducedMotion() ? 0 : 160
  const only = selected.length === 1 ? (selected[0] ?? null) : null

  const show = useEffectEvent((id: string) => {
    const step = findStep(definition, id)
    const box = frame.current?.getBoundingClientRect()
    if (!step || !box) return
    const { x, y, zoom } = getViewport()
    const [left, top] = [step.position.x * zoom + x, step.position.y * zoom + y]
    const isSeen = left >= 0 && top >= 0 && left + nodeSize.width * zoom <= box.width && top + nodeSize.height * zoom <= box.height
    if (!isSeen) void setCenter(step.position.x + nodeSize.width / 2, step.position.y + nodeSize.height / 2, { zoom, duration })
  })
  useEffect(() => {
    if (only) show(only)
  }, [only])
  useEffect(() => {
    if (wanted.current === null || wanted.current !== only) return
    wanted.current = null
    focusStep(frame.current, only)
  }, [frame, only])

  const focusSelected = useEffectEvent(() => {
    // A member who has gone on to another field meanwhile keeps the focus there.
    const isTyping = document.activeElement?.matches('input, textarea') && !document.activeElement.closest('[role=dialog]')
    if (only && !isTyping) focusStep(frame.current, only)
  })
  useEffect(() => {
    if (focusRequest === 0) return
    const timer = setTimeout(() => focusSelected(), settledMs)
    return () => clearTimeout(timer)
  }, [focusRequest])

  const fit = useEffectEvent(() => void fitView(fitOptions))
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let { clientWidth: width, clientHeight: height } = element
    const observer = new ResizeObserver(() => {
      const isOther = Math.abs(element.clientWidth - width) > otherRoom || Math.abs(element.clientHeight - height) > otherRoom
      ;({ clientWidth: width, clientHeight: height } = element)
      // The canvas measures itself first.
      if (isOther) requestAnimationFrame(() => requestAnimationFrame(() => fit()))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])

  return (id: string) => {
    if (id === only) focusStep(frame.current, id)
    else wanted.current = id
  }
}

function focusStep(frame: HTMLElement | null, id: string): void {
  frame?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
}
