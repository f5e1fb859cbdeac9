import { Tooltip } from '@mantine/core'
import { IconLayoutDistributeHorizontal, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { Panel, useReactFlow } from '@xyflow/react'
import { t } from '../../../../lib/words.ts'
import { useFitOptions } from './fit-options.ts'
import classes from './canvas.module.css'

interface CanvasControlsProps {
  onArrange?: (() => void) | undefined
  /** Read-only graph: on phones there are no other buttons beside these. */
  isAlone: boolean
}

/** Zoom in, zoom out, fit; and arrange if the graph is editable. */
export function CanvasControls({ onArrange, isAlone }: CanvasControlsProps) {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const fitOptions = useFitOptions()
  return (
    <Panel
      position="bottom-left"
      className={classes.controls ?? ''}
      data-alone={isAlone || undefined}
      role="toolbar"
      aria-label={t('View')}
    >
      <Control icon={IconPlus} label={t('Zoom in')} onClick={() => void zoomIn()} />
      <Control icon={IconMinus} label={t('Zoom out')} onClick={() => void zoomOut()} />
      <Control icon={IconMaximize} label={t('Show everything')} onClick={() => void fitView(fitOptions)} />
      {onArrange && <Control icon={IconLayoutDistributeHorizontal} label={t('Arrange the steps')} onClick={onArrange} />}
    </Panel>
  )
}

function Control({ icon: Icon, label, onClick }: { icon: Icon; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label} position="right">
      <button type="button" aria-label={label} onClick={onClick}>
        <Icon size={16} stroke={1.9} aria-hidden />
      </button>
    </Tooltip>
  )
}
