import { IconChevronDown } from '@tabler/icons-react'
import type { LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { ChecklistIcon } from './checklist-icon.tsx'
import { blockedText, checkLabels, fixLabels } from './checklist-labels.ts'
import type { Checklist } from './use-checklist.ts'
import styles from '../../../ui/styles.module.css'
import classes from './checklist.module.css'

interface ChecklistAsideProps {
  checklist: Checklist
  isOpen: boolean
  /** Changes that the list does not know yet. */
  isDirty: boolean
  onFix: (finding: LaunchFinding) => void
}

/** The checklist beside the steps while a campaign is written: one line a check, and those that are not done lead to their mending. */
export function ChecklistAside({ checklist: { data }, isOpen, isDirty, onFix }: ChecklistAsideProps) {
  if (!data) return null
  return (
    <details className={classes.aside} open={isOpen} aria-label={t('Launch checklist')}>
      <summary>
        <IconChevronDown size={14} stroke={1.8} className={classes.chevron} aria-hidden />
        {blockedText(data) ?? t('Everything is ready')}
      </summary>
      {isDirty && <p className={classes.stale}>{t('Unsaved changes are not checked yet.')}</p>}
      <ul>
        {data.checks.map(({ check, state, findings: [first] }) => (
          <li key={check}>
            {first ? (
              <button type="button" className={classes.line} title={translateMessage(first)} onClick={() => onFix(first)}>
                <ChecklistIcon state={state} />
                {checkLabels[check]}
                <span className={styles.srOnly}>{`. ${translateMessage(first).replace(/[.。]$/, '')}. ${fixLabels[check]}`}</span>
              </button>
            ) : (
              <span className={classes.line}>
                <ChecklistIcon state={state} />
                {checkLabels[check]}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
