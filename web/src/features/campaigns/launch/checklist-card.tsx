import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { LaunchCheck, LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { ChecklistIcon } from './checklist-icon.tsx'
import { blockedText, checkLabels, fixLabels } from './checklist-labels.ts'
import type { Checklist } from './use-checklist.ts'
import classes from './checklist.module.css'

interface ChecklistCardProps {
  checklist: Checklist
  /** Changes that the list does not know yet. */
  isDirty: boolean
  onSave: () => void
  onFix: (finding: LaunchFinding) => void
}

/** What stands between a draft and its launch, each with a button that mends it in place. The first part of Review. */
export function ChecklistCard({ checklist: { data, error, refresh }, isDirty, onSave, onFix }: ChecklistCardProps) {
  const blocked = blockedText(data)
  return (
    <Card
      title={t('Launch checklist')}
      aside={data && <span role="status">{blocked ?? t('Everything is ready')}</span>}
      className={classes.card}
    >
      {isDirty && (
        <p className={classes.stale}>
          {t('Unsaved changes are not checked yet.')}{' '}
          <Button variant="default" size="compact-xs" onClick={onSave}>
            {t('Save and check')}
          </Button>
        </p>
      )}
      {error && !data && <ErrorState plain error={error} title={t('The checklist could not be loaded')} onRetry={refresh} />}
      {!data && !error && <Skeleton height={260} radius={8} />}
      {data && (
        <ul className={classes.checks}>
          {data.checks.map(({ check, state, findings }) => (
            <li key={check}>
              <ChecklistIcon state={state} />
              <div className={classes.words}>
                <p className={classes.name}>{checkLabels[check]}</p>
                <Findings check={check} findings={findings} onFix={onFix} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface FindingsProps {
  check: LaunchCheck
  findings: readonly LaunchFinding[]
  onFix: (finding: LaunchFinding) => void
}

/** A layout that is still untouched has a finding for each block: the first few are enough to begin with. */
const shownAtFirst = 5

function Findings({ check, findings, onFix }: FindingsProps) {
  const [isWhole, setWhole] = useState(false)
  const hidden = isWhole || findings.length <= shownAtFirst + 1 ? 0 : findings.length - shownAtFirst
  return (
    <>
      {findings.slice(0, findings.length - hidden).map((finding) => {
        const message = translateMessage(finding)
        return (
          <div key={`${finding.path}${finding.blockId}${finding.message}`} className={classes.finding}>
            <span>{message}</span>
            <Button variant="default" size="compact-xs" aria-label={`${fixLabels[check]}: ${message}`} onClick={() => onFix(finding)}>
              {fixLabels[check]}
            </Button>
          </div>
        )
      })}
      {hidden > 0 && (
        <Button variant="subtle" size="compact-xs" className={classes.more ?? ''} onClick={() => setWhole(true)}>
          {t('Show {count} more', { count: hidden })}
        </Button>
      )}
    </>
  )
}
