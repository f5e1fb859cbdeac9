import { useReactFlow } from '@xyflow/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import type { WorkflowDefinition } from '@imperium/contract/workflow-definition.ts'
import { findStep, nodeSize } from '../graph/edit-graph.ts'
import { fitOptions } from './fit-options.ts'

/** Brings the step that is selected into sight. Answers how to move the keyboard's focus to one. */
export function useReveal(
  frame: RefObject<HTMLDivElement | null>,
  definition: WorkflowDefinition,
  selected: readonly string[],
  room?: string,
) {
  const wanted = useRef<string | null>(null)
  const { getViewport, setCenter, fitView } = useReactFlow()
  const only = selected.length === 1 ? (selected[0] ?? null) : null

  const show = useEffectEvent((id: string) => {
    const step = findStep(definition, id)
    const box = frame.current?.getBoundingClientRect()
    if (!step || !box) return
    const { x, y, zoom } = getViewport()
    const [left, top] = [step.position.x * zoom + x, step.position.y * zoom + y]
    const isSeen = left >= 0 && top >= 0 && left + nodeSize.width * zoom <= box.width && top + nodeSize.height * zoom <= box.height
    if (!isSeen) void setCenter(step.position.x + nodeSize.width / 2, step.position.y + nodeSize.height / 2, { zoom, duration: 160 })
  })
  useEffect(() => {
    if (only) show(only)
  }, [only])
  const fit = useEffectEvent(() => void fitView(fitOptions))
  useEffect(() => {
    if (room === undefined) return
    // The panel beside it has its size a frame later.
    const timer = setTimeout(() => fit(), 60)
    return () => clearTimeout(timer)
  }, [room])
  useEffect(() => {
    if (wanted.current === null || wanted.current !== only) return
    wanted.current = null
    focusStep(frame.current, only)
  }, [frame, only])

  return (id: string) => {
    if (id === only) focusStep(frame.current, id)
    else wanted.current = id
  }
}

function focusStep(frame: HTMLElement | null, id: string): void {
  frame?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
}
