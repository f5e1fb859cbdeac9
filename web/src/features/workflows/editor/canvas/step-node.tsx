import {
  IconAlertCircleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClockPause,
  IconHelpCircleFilled,
  IconLoader2,
  IconPlayerSkipForwardFilled,
  IconPlus,
} from '@tabler/icons-react'
import { Handle, Position } from '@xyflow/react'
import type { NodeProps } from '@xyflow/react'
import { use } from 'react'
import type { StepStatus } from '@imperium/contract/workflows/workflow-definition.ts'
import { formatDuration } from '../../../../lib/format.ts'
import { plural, t } from '../../../../lib/words.ts'
import { skipReasonOf, stepStatusLabels } from '../../run-labels.ts'
import type { StepOutcome } from '../graph/run-overlay.ts'
import { StepTile } from '../step-tile.tsx'
import { CanvasContext } from './canvas-context.ts'
import { portRoom, portShare } from './flow.ts'
import type { StepNode as Step } from './flow.ts'
import styles from '../../../../ui/styles.module.css'
import classes from './canvas.module.css'

/** A step on the canvas: type, problems and its outcome in a run. */
export function StepNode({ id, data }: NodeProps<Step>) {
  const { name, subtitle, icon, isTrigger, ports, problems, outcome } = data
  const { onAdd } = use(CanvasContext)
  const skipped = outcome ? skipReasonOf({ status: outcome.status, output: outcome.newest.output }) : null
  return (
    <div className={classes.node} data-status={outcome?.status} data-bad={problems.length > 0 || undefined}>
      <StepTile icon={icon} />
      <div className={styles.grow}>
        <div className={`${styles.truncate} ${classes.name}`}>{name}</div>
        <div
          className={`${styles.truncate} ${styles.label} ${classes.subtitle}`}
          title={skipped ?? undefined}
          data-skipped={skipped ? true : undefined}
        >
          {skipped ?? subtitle}
        </div>
      </div>
      {outcome ? <Outcome outcome={outcome} /> : problems.length > 0 && <ProblemMark count={problems.length} />}
      {!isTrigger && <Handle type="target" position={Position.Top} className={classes.handle ?? ''} />}
      {ports.map(({ port, label, isFree }, at) => (
        <div key={port} className={classes.port} style={{ left: `${portShare(at, ports.length) * 100}%` }}>
          <Handle id={port} type="source" position={Position.Bottom} className={classes.handle ?? ''} />
          {isFree && ports.length > 1 && (
            <span className={classes.portLabel} style={{ maxWidth: portRoom(ports.length) }} title={label}>
              {label}
            </span>
          )}
          {isFree && onAdd && (
            <button
              type="button"
              tabIndex={-1}
              className={`${classes.portAdd} nodrag nopan`}
              data-named={ports.length > 1 || undefined}
              aria-label={
                ports.length > 1 ? t('Add a step after {name}, {port}', { name, port: label }) : t('Add a step after {name}', { name })
              }
              onClick={(event) => {
                event.stopPropagation()
                onAdd({ from: id, port })
              }}
            >
              <IconPlus size={13} stroke={2} aria-hidden />
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

function ProblemMark({ count }: { count: number }) {
  const texts = plural(count, { one: '{count} problem', other: '{count} problems' })
  return (
    <span className={classes.mark} data-tone="bad" title={texts}>
      <IconAlertCircleFilled size={17} aria-hidden />
    </span>
  )
}

const marks: Partial<Record<StepStatus, typeof IconPlus>> = {
  running: IconLoader2,
  waiting: IconClockPause,
  success: IconCircleCheckFilled,
  reused: IconCircleCheckFilled,
  failed: IconCircleXFilled,
  unknown: IconHelpCircleFilled,
  skipped: IconPlayerSkipForwardFilled,
}

function Outcome({ outcome: { status, times, durationMs } }: { outcome: StepOutcome }) {
  const Mark = marks[status]
  const texts = [stepStatusLabels[status], ...(durationMs === null ? [] : [formatDuration(durationMs)])].join(' · ')
  return (
    <span className={classes.mark} data-status={status} title={texts}>
      {times > 1 && <span className={classes.times}>{t('{count}×', { count: times })}</span>}
      {Mark && <Mark size={17} aria-hidden className={status === 'running' ? classes.spin : undefined} />}
      <span className={styles.srOnly}>{texts}</span>
    </span>
  )
}
