import { Position } from '@xyflow/react'
import type { Edge, Node } from '@xyflow/react'
import type { GraphProblem, WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { nodeSize } from '../graph/edit-graph.ts'
import { portsOf } from '../graph/ports.ts'
import type { StepPort, StepTypes } from '../graph/ports.ts'
import { wasGone } from '../graph/run-overlay.ts'
import type { RunOverlay, StepOutcome } from '../graph/run-overlay.ts'

export interface StepData extends Record<string, unknown> {
  name: string
  subtitle: string
  icon: StepType['icon'] | undefined
  isTrigger: boolean
  ports: readonly (StepPort & { isFree: boolean })[]
  problems: readonly GraphProblem[]
  outcome: StepOutcome | undefined
}
export type StepNode = Node<StepData, 'step'>

export interface WayData extends Record<string, unknown> {
  /** Empty if the step has only one port. */
  label: string
  /** Pixels for the label below its port; null if there are too many ports and the label is on the edge. */
  room: number | null
  isGone: boolean
  isLive: boolean
}
export type WayEdge = Edge<WayData, 'way'>

export interface FlowInput {
  definition: WorkflowDefinition
  types: StepTypes
  problems: ReadonlyMap<string | null, readonly GraphProblem[]>
  overlay: RunOverlay | null
  selected: ReadonlySet<string>
  /** The one step that the tab key leads to. */
  active: string | null
  describe: (step: WorkflowStep) => string
  portLabels: (port: StepPort) => string
  /** The node's label for screen readers. */
  ariaLabel: (name: string, subtitle: string, problems: number) => string
  canMove: boolean
}

const handleSize = 10

export const edgeId = (from: string, port: string): string => `${from} ${port}`

export function toNodes(input: FlowInput): StepNode[] {
  const leads = new Set(input.definition.edges.map(({ from, port }) => edgeId(from, port)))
  return input.definition.steps.map((step) => {
    const type = input.types.get(step.type)
    const ports = portsOf(step, type).map((port) => ({
      port: port.port,
      label: input.portLabels(port),
      isFree: !leads.has(edgeId(step.id, port.port)),
    }))
    const problems = input.problems.get(step.id) ?? []
    const subtitle = input.describe(step)
    return {
      id: step.id,
      type: 'step' as const,
      position: step.position,
      ...nodeSize,
      measured: nodeSize,
      selected: input.selected.has(step.id),
      draggable: input.canMove,
      // Roving tabindex: all nodes are focusable, Tab reaches only the active one.
      domAttributes: { tabIndex: step.id === input.active ? 0 : -1 },
      handles: handlesOf(ports, type?.isTrigger ?? false),
      ariaLabel: input.ariaLabel(step.name, subtitle, problems.length),
      data: {
        name: step.name,
        subtitle,
        icon: type?.icon,
        isTrigger: type?.isTrigger ?? false,
        ports,
        problems,
        outcome: input.overlay?.steps.get(step.id),
      },
    }
  })
}

/** Horizontal position of a port on the lower edge, from 0 to 1: the centre of its share. */
export const portShare = (at: number, count: number): number => (at + 0.5) / count

/** Above this number, labels do not fit below a step: those of connected ports are on their edges. */
const mostBelow = 5
/** Pixels for a port's label without overlapping the next one. */
export const portRoom = (count: number): number => Math.floor(nodeSize.width / count) - 5

function handlesOf(ports: readonly { port: string }[], isTrigger: boolean): NonNullable<StepNode['handles']> {
  const size = { width: handleSize, height: handleSize }
  const into = { type: 'target' as const, position: Position.Top, x: (nodeSize.width - handleSize) / 2, y: -handleSize / 2, ...size }
  const out = ports.map(({ port }, at) => ({
    id: port,
    type: 'source' as const,
    position: Position.Bottom,
    ...size,
    x: nodeSize.width * portShare(at, ports.length) - handleSize / 2,
    y: nodeSize.height - handleSize / 2,
  }))
  return isTrigger ? out : [into, ...out]
}

export function toEdges({ definition, types, overlay, portLabels }: FlowInput, selectedEdge: string | null): WayEdge[] {
  const steps = new Map(definition.steps.map((step) => [step.id, step]))
  return definition.edges.flatMap((edge): WayEdge[] => {
    const from = steps.get(edge.from)
    const to = steps.get(edge.to)
    if (!from || !to) return []
    const ports = portsOf(from, types.get(from.type))
    const port = ports.find((each) => each.port === edge.port)
    const id = edgeId(edge.from, edge.port)
    const isGone = overlay !== null && wasGone(overlay, edge)
    const status = overlay?.steps.get(edge.to)?.status
    return [
      {
        id,
        type: 'way' as const,
        source: edge.from,
        sourceHandle: edge.port,
        target: edge.to,
        selected: id === selectedEdge,
        // Else the library names it in English, by the ids.
        ariaLabel: `${from.name} → ${to.name}`,
        data: {
          label:
            ports.length > 1 || edge.port !== 'next'
              ? portLabels(
                  port ?? {
                    port: edge.port,
                    label: edge.port,
                  },
                )
              : '',
          room: ports.length <= mostBelow ? portRoom(ports.length) : null,
          isGone,
          isLive: isGone && (status === 'running' || status === 'waiting'),
        },
      },
    ]
  })
}
