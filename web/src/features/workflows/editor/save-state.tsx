import { useEffect, useState } from 'react'
import { formatRelative } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { statusText } from '../workflow-labels.ts'
import { useEditorContext } from './editor-context.ts'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

/** `Draft · saved just now`: the workflow's status and save state. */
export function SaveState() {
  const { workflow, refusal } = useEditorContext()
  const { status, version } = workflow
  const texts = version === null ? statusText[status] : t('{status} · version {version}', { status: statusText[status], version })
  return (
    <p className={styles.text18}>
      {texts}
      {refusal === undefined && (
        <span role="status">
          {' · '}
          <Saved />
        </span>
      )}
    </p>
  )
}

function Saved() {
  const { autosave } = useEditorContext()
  const now = useMinute()
  const { problem, saving, dirty, savedAt } = autosave
  if (problem?.kind === 'offline')
    return <span className={classes.stateBad}>{t('not saved: no connection. Your work is kept here and saved as soon as it can be.')}</span>
  if (problem?.kind === 'conflict') return <span className={classes.stateBad}>{t('not saved: another member saved it')}</span>
  if (problem?.kind === 'refused') return <span className={classes.stateBad}>{t('not saved: {reason}', { reason: problem.message })}</span>
  if (saving || dirty) return t('saving...')
  const age = now - new Date(savedAt).getTime()
  return age < 60_000 ? t('saved just now') : t('saved {when}', { when: formatRelative(savedAt, now) })
}

/** The time, a new one each half minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
