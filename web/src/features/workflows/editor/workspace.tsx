import { Skeleton } from '@mantine/core'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { t } from '../../../lib/words.ts'
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx'
import { connect, moveSteps } from './graph/edit-graph.ts'
import { useEditorContext } from './editor-context.ts'
import { EmptyCanvas } from './palette/empty-canvas.tsx'
import { Palette } from './palette/palette.tsx'
import classes from './editor.module.css'

const Canvas = lazy(async () => ({ default: (await import('./canvas/canvas.tsx')).Canvas }))
const SelectionPanel = lazy(async () => ({ default: (await import('./form/selection-panel.tsx')).SelectionPanel }))
const PhoneSheets = lazy(async () => ({ default: (await import('./phone-sheets.tsx')).PhoneSheets }))
const TestPanel = lazy(async () => ({ default: (await import('./trial/test-panel.tsx')).TestPanel }))

/** Palette, canvas and form side by side; on phones the canvas with sheets above it. */
export function Workspace() {
  const { add, test } = useEditorContext()
  const isPhone = useIsPhone()
  const form = useRef<HTMLElement>(null)
  /** Counts keyboard requests for the form. */
  const [request, markRequested] = useState(0)
  useEffect(() => {
    if (request > 0) form.current?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus()
  }, [request])
  if (isPhone)
    return (
      <div className={classes.stage}>
        <Stage onOpenForm={() => undefined} />
        <Suspense fallback={null}>
          <PhoneSheets />
        </Suspense>
      </div>
    )
  return (
    <div className={classes.workspace}>
      <aside className={classes.palette} aria-label={t('Steps')}>
        <Palette onPick={(type) => add(type)} />
      </aside>
      <div className={classes.middle}>
        <div className={classes.stage}>
          <Stage onOpenForm={() => markRequested(request + 1)} />
        </div>
        {test.opened && (
          <Suspense fallback={null}>
            <TestPanel />
          </Suspense>
        )}
      </div>
      <aside className={classes.form} aria-label={t('Form')} ref={form} onKeyDown={backToCanvas}>
        <Suspense fallback={<Skeleton height={240} radius={8} />}>
          <SelectionPanel />
        </Suspense>
      </aside>
    </div>
  )
}

/** Escape leads from the form to the step on the canvas. */
function backToCanvas(event: KeyboardEvent): void {
  // An open list of choices takes the key for itself.
  const isOpen = event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true'
  if (event.key === 'Escape' && !isOpen) document.querySelector<HTMLElement>('.react-flow__node.selected')?.focus()
}

/** The graph itself. */
function Stage({ onOpenForm }: { onOpenForm: () => void }) {
  const { graph, types, problemsOf, test, refusal, setFormOpen, setAdding, add, remove, duplicate, arrange, focusRequest } =
    useEditorContext()
  const { definition, selected, way, change } = graph
  if (definition.steps.length === 0) return <EmptyCanvas />
  return (
    <ErrorBoundary resetKey="canvas">
      <Suspense fallback={<Skeleton height="100%" radius={0} />}>
        <Canvas
          {...{ definition, types, selected, way, problems: problemsOf, overlay: test.overlay }}
          focusRequest={focusRequest}
          onSelect={graph.select}
          onSelectWay={graph.selectWay}
          onOpen={(_id, by) => {
            setFormOpen(true)
            if (by === 'keys') onOpenForm()
          }}
          edits={
            refusal
              ? null
              : {
                  onMove: (positions) => change((now) => moveSteps(now, positions)),
                  onConnect: (place, to) => change((now) => connect(now, place, to)),
                  onAdd: (place, at) => setAdding({ place, ...(at ? { at } : {}) }),
                  onDrop: (type, at, place) => add(type, { place, ...(place ? {} : { at }) }),
                  onRemove: () => remove(),
                  onDuplicate: () => duplicate(),
                  onArrange: arrange,
                }
          }
        />
      </Suspense>
    </ErrorBoundary>
  )
}
