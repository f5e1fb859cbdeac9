import '@xyflow/react/dist/base.css'
import { Background, BackgroundVariant, MiniMap, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import type { Connection, FinalConnectionState } from '@xyflow/react'
import { useRef } from 'react'
import type { DragEvent } from 'react'
import { useIsPhone } from '../../../../lib/use-is-phone.ts'
import { t } from '../../../../lib/words.ts'
import { dragType } from '../palette/drag-type.ts'
import { canConnect, nodeSize } from '../graph/edit-graph.ts'
import { CanvasContext } from './canvas-context.ts'
import { CanvasControls } from './canvas-controls.tsx'
import type { CanvasProps } from './canvas-props.ts'
import { useFitOptions } from './fit-options.ts'
import type { StepNode as Step, WayEdge as Way } from './flow.ts'
import { StepNode } from './step-node.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { placeOf, useFlow } from './use-flow.ts'
import { useReveal } from './use-reveal.ts'
import { WayEdge } from './way-edge.tsx'
import classes from './canvas.module.css'

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

function Flow(props: CanvasProps) {
  const { definition, types, selected, onOpen, edits } = props
  const { nodes, edges, changeNodes, changeEdges } = useFlow(props)
  const { screenToFlowPosition } = useReactFlow()
  const isPhone = useIsPhone()
  const fitOptions = useFitOptions()
  const frame = useRef<HTMLDivElement>(null)
  const focusStep = useReveal({ frame, definition, selected, focusRequest: props.focusRequest ?? 0 })
  const onKeyDown = useCanvasKeys({ ...props, onFocusStep: focusStep })

  /** A connection dropped on the empty canvas adds a step there. */
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
          <CanvasControls onArrange={edits && definition.steps.length > 1 ? edits.onArrange : undefined} isAlone={edits === null} />
          {definition.steps.length > 14 && !isPhone && (
            <MiniMap pannable ariaLabel={t('Overview of the steps')} className={classes.map ?? ''} />
          )}
        </ReactFlow>
      </div>
    </CanvasContext>
  )
}
