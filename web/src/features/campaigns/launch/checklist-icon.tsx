import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { LaunchChecklist } from '@imperium/contract/campaigns/launch-checklist.ts'
import { stateLabels } from './checklist-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './checklist.module.css'

const icons = { ok: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX } as const

/** The state of a check, with its word for screen readers. */
export function ChecklistIcon({ state }: { state: LaunchChecklist['checks'][number]['state'] }) {
  const Symbol = icons[state]
  return (
    <span className={classes.mark} data-state={state}>
      <Symbol size={16} stroke={1.8} aria-hidden />
      <span className={styles.srOnly}>{stateLabels[state]}: </span>
    </span>
  )
}
