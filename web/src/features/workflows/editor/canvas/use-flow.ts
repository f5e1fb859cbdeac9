import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useState } from 'react'
import type { WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { plural, translateMessage } from '../../../../lib/words.ts'
import { describeStep } from '../graph/describe-step.ts'
import type { Place, Position } from '../graph/edit-graph.ts'
import { portLabels } from '../port-labels.ts'
import { spanText } from '../span-labels.ts'
import { useStepNames } from '../use-step-names.ts'
import type { CanvasProps } from './canvas-props.ts'
import { edgeId, toEdges, toNodes } from './flow.ts'
import type { StepNode, WayEdge } from './flow.ts'

export const placeOf = ({ source, sourceHandle }: { source: string; sourceHandle?: string | null | undefined }): Place => ({
  from: source,
  port: sourceHandle ?? 'next',
})

function ariaLabel(name: string, subtitle: string, count: number): string {
  const problems = plural(count, { one: '{count} problem', other: '{count} problems' })
  return [name, subtitle, ...(count > 0 ? [problems] : [])].join(', ')
}

/** Maps the graph to the drawing library's nodes and edges, and its move and selection events back to the graph. */
export function useFlow({ definition, types, problems, overlay, selected, way, onSelect, onSelectWay, edits }: CanvasProps) {
  const nameOf = useStepNames(definition, types)
  /** Positions of dragged steps until they are dropped. */
  const [dragged, setDragged] = useState<Record<string, Position>>({})
  const texts = { translate: translateMessage, nameOf, span: spanText }
  const input = {
    definition,
    types,
    problems,
    overlay,
    portLabels,
    ariaLabel,
    canMove: edits !== null,
    selected: new Set(selected),
    active: selected[0] ?? definition.steps[0]?.id ?? null,
    describe: (step: WorkflowStep) => describeStep(step, types.get(step.type), texts),
  }
  const nodes = toNodes(input).map((node) => ({ ...node, position: dragged[node.id] ?? node.position }))
  const edges = toEdges(input, way ? edgeId(way.from, way.port) : null)

  function changeNodes(changes: NodeChange<StepNode>[]): void {
    const moves = changes.filter((change) => change.type === 'position').filter(({ position }) => position !== undefined)
    if (moves.length > 0) move(moves)
    const picks = changes.filter((change) => change.type === 'select')
    if (picks.length === 0) return
    const next = new Set(selected)
    for (const { id, selected: isPicked } of picks) if (isPicked) next.add(id)
    for (const { id, selected: isPicked } of picks) if (!isPicked) next.delete(id)
    onSelect([...next])
  }

  function move(moves: { id: string; position?: Position; dragging?: boolean }[]): void {
    const positions = Object.fromEntries(moves.flatMap(({ id, position }) => (position ? [[id, position]] : [])))
    if (moves.some(({ dragging }) => dragging)) return setDragged(positions)
    setDragged({})
    edits?.onMove(positions)
  }

  function changeEdges(changes: EdgeChange<WayEdge>[]): void {
    for (const change of changes) {
      if (change.type !== 'select') continue
      const edge = edges.find(({ id }) => id === change.id)
      if (change.selected && edge) onSelectWay(placeOf(edge))
      else if (way && change.id === edgeId(way.from, way.port)) onSelectWay(null)
    }
  }

  return { nodes, edges, changeNodes, changeEdges }
}
