import { Button } from '@mantine/core'
import type { RunError } from '@imperium/contract/runs.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { helpFor } from './run-failures.ts'
import type { AgentsView } from '../use-agents-view.ts'
import classes from './run.module.css'

interface RunFailureProps {
  error: RunError
  runId: string
  onChange: AgentsView['change']
}

/** Why a run failed: our explanation, the server's message and what to do about it. */
export function RunFailure({ error, runId, onChange }: RunFailureProps) {
  const { title, advice, link } = helpFor(error)
  return (
    <Notice
      tone="bad"
      title={title}
      action={
        <>
          {link && 'path' in link && (
            <OrgLink path={link.path} className="link">
              {link.label}
            </OrgLink>
          )}
          {link && 'tab' in link && (
            <Button variant="default" size="xs" onClick={() => onChange({ tab: link.tab, run: undefined })}>
              {link.label}
            </Button>
          )}
        </>
      }
    >
      {error.message && <span className={classes.reason}>{translateMessage(error)}</span>}
      {advice}
      <span className={classes.code}>
        {error.code} · {t('run {id}', { id: runId })}
      </span>
    </Notice>
  )
}
