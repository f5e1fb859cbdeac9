import type { WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { moveSteps, nodeSize, pitch } from './edit-graph.ts'
import type { Position } from './edit-graph.ts'
import { portsOf } from './ports.ts'
import type { StepTypes } from './ports.ts'

export interface LayoutInput {
  nodes: readonly { id: string }[]
  edges: readonly { from: string; to: string; name: string }[]
}

/** The input of the layout; edges in port order, so that the branches keep it. */
export function layoutInput(definition: WorkflowDefinition, types: StepTypes): LayoutInput {
  const known = new Set(definition.steps.map(({ id }) => id))
  const edges = definition.steps.flatMap((step) => {
    const order = portsOf(step, types.get(step.type)).map(({ port }) => port)
    return definition.edges
      .filter(({ from, to }) => from === step.id && known.has(to))
      .toSorted((a, b) => order.indexOf(a.port) - order.indexOf(b.port))
  })
  return {
    nodes: definition.steps.map(({ id }) => ({ id })),
    edges: edges.map(({ from, port, to }) => ({ from, to, name: port })),
  }
}

/** Computes positions from top to bottom. The library is loaded on first use. */
export async function layOut({ nodes, edges }: LayoutInput): Promise<Record<string, Position>> {
  const { graphlib, layout } = await import('@dagrejs/dagre')
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: pitch.x - nodeSize.width, ranksep: pitch.y - nodeSize.height })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize })
  for (const { from, to, name } of edges) graph.setEdge(from, to, {}, name)
  // The library's crossing optimization reorders branches; users expect the order of the ports.
  layout(graph, { disableOptimalOrderHeuristic: true })
  return Object.fromEntries(
    nodes.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) }]
    }),
  )
}

/** The contract's default for a step without a position. */
const isAtDefault = ({ position: { x, y } }: WorkflowStep): boolean => x === 0 && y === 0

/** True if steps have no positions, e.g. those created through the API: they overlap. */
export const lacksPositions = ({ steps }: WorkflowDefinition): boolean => steps.filter(isAtDefault).length > 1

/** The definition unchanged, or with computed positions if it has none. */
export async function withPositions(definition: WorkflowDefinition, types: StepTypes): Promise<WorkflowDefinition> {
  return lacksPositions(definition) ? moveSteps(definition, await layOut(layoutInput(definition, types))) : definition
}
