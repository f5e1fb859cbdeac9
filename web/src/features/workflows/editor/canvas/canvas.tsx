import '@xyflow/react/dist/base.css'
import { Background, BackgroundVariant, MiniMap, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import type { Connection, FinalConnectionState, NodeChange, EdgeChange } from '@xyflow/react'
import { useRef, useState } from 'react'
import type { DragEvent } from 'react'
import type { GraphProblem, WorkflowDefinition } from '@imperium/contract/workflow-definition.ts'
import { useIsPhone } from '../../../../lib/use-is-phone.ts'
import { plural, t, translateMessage } from '../../../../lib/words.ts'
import { describeStep } from '../graph/describe-step.ts'
import type { Place, Position } from '../graph/edit-graph.ts'
import { canConnect, nodeSize } from '../graph/edit-graph.ts'
import type { StepTypes } from '../graph/ports.ts'
import type { RunOverlay } from '../graph/run-overlay.ts'
import { portWords } from '../port-words.ts'
import { spanWords } from '../span-words.ts'
import { useStepNames } from '../use-step-names.ts'
import { dragType } from '../drag-type.ts'
import { CanvasContext } from './canvas-context.ts'
import { CanvasControls } from './canvas-controls.tsx'
import { fitOptions } from './fit-options.ts'
import { edgeId, toEdges, toNodes } from './flow.ts'
import type { StepNode as Step, WayEdge as Way } from './flow.ts'
import { StepNode } from './step-node.tsx'
import { useReveal } from './use-reveal.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { WayEdge } from './way-edge.tsx'
import classes from './canvas.module.css'

/** What may be done to the graph; without it, it is only looked at. */
export interface CanvasEdits {
  onMove: (positions: Record<string, Position>) => void
  onConnect: (place: Place, to: string) => void
  /** A type is to be chosen for a step behind a way out. */
  onAdd: (place: Place | null, at?: Position) => void
  /** A type of step was dropped: on an edge, or where there is nothing. */
  onDrop: (type: string, at: Position, place: Place | null) => void
  onRemove: () => void
  onDuplicate: () => void
  onArrange: () => void
}

export interface CanvasProps {
  definition: WorkflowDefinition
  types: StepTypes
  problems: ReadonlyMap<string | null, readonly GraphProblem[]>
  overlay: RunOverlay | null
  selected: readonly string[]
  way: Place | null
  onSelect: (ids: readonly string[]) => void
  onSelectWay: (way: Place | null) => void
  /** The form of a step is wanted: Enter, or a tap. */
  onOpen: (id: string, by: 'keys' | 'pointer') => void
  edits: CanvasEdits | null
  /** Counts how often a new step was to have the keyboard's focus. */
  focusAsked?: number
}

const nodeTypes = { step: StepNode }
const edgeTypes = { way: WayEdge }

/** The graph of a workflow. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  )
}

const placeOf = ({ source, sourceHandle }: { source: string; sourceHandle?: string | null | undefined }): Place => ({
  from: source,
  port: sourceHandle ?? 'next',
})

function Flow(props: CanvasProps) {
  const { definition, types, problems, overlay, selected, way, onSelect, onSelectWay, onOpen, edits } = props
  const nameOf = useStepNames(definition, types)
  const [dragged, setDragged] = useState<Record<string, Position>>({})
  const { screenToFlowPosition } = useReactFlow()
  const isPhone = useIsPhone()
  const frame = useRef<HTMLDivElement>(null)
  const focusStep = useReveal({ frame, definition, selected, focusAsked: props.focusAsked ?? 0 })
  const onKeyDown = useCanvasKeys({ ...props, onFocusStep: focusStep })
  const input = {
    definition,
    types,
    problems,
    overlay,
    portWords,
    canMove: edits !== null,
    selected: new Set(selected),
    active: selected[0] ?? definition.steps[0]?.id ?? null,
    describe: (step: WorkflowDefinition['steps'][number]) =>
      describeStep(step, types.get(step.type), {
        translate: translateMessage,
        nameOf,
        span: spanWords,
      }),
    ariaLabel: (name: string, subtitle: string, count: number) =>
      [
        name,
        subtitle,
        ...(count > 0
          ? [
              plural(count, {
                one: '{count} problem',
                other: '{count} problems',
              }),
            ]
          : []),
      ].join(', '),
  }
  const nodes = toNodes(input).map((node) => (dragged[node.id] ? { ...node, position: dragged[node.id] ?? node.position } : node))
  const edges = toEdges(input, way ? edgeId(way.from, way.port) : null)

  function changeNodes(changes: NodeChange<Step>[]): void {
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

  function changeEdges(changes: EdgeChange<Way>[]): void {
    for (const change of changes) {
      if (change.type !== 'select') continue
      const edge = edges.find(({ id }) => id === change.id)
      if (change.selected && edge) onSelectWay(placeOf(edge))
      else if (way && change.id === edgeId(way.from, way.port)) onSelectWay(null)
    }
  }

  /** A way that was drawn to where nothing is wants a new step there. */
  function endConnection(event: MouseEvent | TouchEvent, { fromNode, fromHandle, isValid, toNode }: FinalConnectionState): void {
    if (isValid || toNode || !fromNode || fromHandle?.type !== 'source' || !edits) return
    const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
    const at = screenToFlowPosition({ x: clientX, y: clientY })
    edits.onAdd({ from: fromNode.id, port: fromHandle.id ?? 'next' }, { x: at.x - nodeSize.width / 2, y: at.y })
  }

  function drop(event: DragEvent): void {
    const type = event.dataTransfer.getData(dragType)
    if (!type || !edits) return
    event.preventDefault()
    const at = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const id = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest('.react-flow__edge')?.getAttribute('data-id'))
      .find((found) => found != null)
    const edge = edges.find((each) => each.id === id)
    edits.onDrop(type, { x: Math.round(at.x - nodeSize.width / 2), y: Math.round(at.y - nodeSize.height / 2) }, edge ? placeOf(edge) : null)
  }

  const isTrigger = (type: string) => types.get(type)?.isTrigger ?? false
  return (
    <CanvasContext value={{ onAdd: edits?.onAdd }}>
      <div
        className={classes.canvas}
        role="presentation"
        ref={frame}
        onKeyDown={onKeyDown}
        onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
        onDrop={drop}
      >
        <ReactFlow<Step, Way>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={changeNodes}
          onEdgesChange={changeEdges}
          onConnect={(connection) => edits?.onConnect(placeOf(connection), connection.target)}
          onConnectEnd={endConnection}
          onNodeClick={(event, { id }) => !event.shiftKey && !event.ctrlKey && !event.metaKey && onOpen(id, 'pointer')}
          isValidConnection={(connection: Connection | Way) => canConnect(definition, connection.source, connection.target, isTrigger)}
          nodesConnectable={edits !== null}
          edgesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
          minZoom={0.2}
          maxZoom={2}
          fitView
          fitViewOptions={fitOptions}
          snapToGrid
          snapGrid={[4, 4]}
          panOnScroll={!isPhone}
          zoomOnDoubleClick={false}
          proOptions={{ hideAttribution: true }}
          aria-label={t('Workflow')}
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
          <CanvasControls onArrange={edits && definition.steps.length > 1 ? edits.onArrange : undefined} />
          {definition.steps.length > 14 && !isPhone && (
            <MiniMap pannable ariaLabel={t('Overview of the steps')} className={classes.map ?? ''} />
          )}
        </ReactFlow>
      </div>
    </CanvasContext>
  )
}
