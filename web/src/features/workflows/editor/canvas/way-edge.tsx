import { IconPlus } from '@tabler/icons-react'
import { BaseEdge, EdgeLabelRenderer, getSmoothStepPath } from '@xyflow/react'
import type { EdgeProps } from '@xyflow/react'
import { use } from 'react'
import { t } from '../../../../lib/words.ts'
import { CanvasContext } from './canvas-context.ts'
import type { WayEdge as Way } from './flow.ts'
import styles from '../../../../ui/styles.module.css'
import classes from './canvas.module.css'

/** From the end of a port to the middle of its name, as far as the names of free ports are. */
const belowPort = 11

/** An edge between two steps, with its label and a button that inserts a step. */
export function WayEdge({
  source,
  sourceHandleId,
  sourceX,
  sourceY,
  sourcePosition,
  targetX,
  targetY,
  targetPosition,
  data,
  selected,
}: EdgeProps<Way>) {
  const { onAdd } = use(CanvasContext)
  const [path, labelX, labelY] = getSmoothStepPath({
    sourceX,
    sourceY,
    sourcePosition,
    targetX,
    targetY,
    targetPosition,
    borderRadius: 6,
    offset: 18,
  })
  const label = data?.label ?? ''
  const room = label === '' ? null : (data?.room ?? null)
  const [x, y] = room === null ? [labelX, labelY] : [sourceX, sourceY + belowPort]
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={22}
        className={classes.way ?? ''}
        data-selected={selected || undefined}
        data-gone={data?.isGone || undefined}
        data-live={data?.isLive || undefined}
      />
      <EdgeLabelRenderer>
        <div
          className={`${classes.wayLabel} nodrag nopan`}
          data-named={label !== '' || undefined}
          data-selected={selected || undefined}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {label !== '' && (
            <span className={styles.truncate} style={room === null ? undefined : { maxWidth: room }} title={label}>
              {label}
            </span>
          )}
          {onAdd && (
            <button
              type="button"
              tabIndex={-1}
              className={classes.wayAdd}
              aria-label={label === '' ? t('Add a step here') : t('Add a step here, {port}', { port: label })}
              onClick={() => onAdd({ from: source, port: sourceHandleId ?? 'next' })}
            >
              <IconPlus size={13} stroke={2} aria-hidden />
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  )
}
