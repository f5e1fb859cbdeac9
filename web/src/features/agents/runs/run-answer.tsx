import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { isFinished } from '@imperium/contract/runs.ts'
import { t } from '../../../lib/words.ts'
import { useCopy } from '../../../ui/text/use-copy.ts'
import { CitedText, Sources } from './cited-answer.tsx'
import { RunImages } from './run-images.tsx'
import type { RunView } from './run-state.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

const waitingLabels = { queued: t('Waiting for a worker'), running: t('Working') } as const

/**
 * The agent's response, streamed. Always plain text: model output never becomes markup, a link or an image that
 * the browser would fetch (SEC-44).
 */
export function RunReply({ view: { run, answer: response } }: { view: RunView }) {
  const { copied, copy } = useCopy()
  const finished = isFinished(run.status)
  if (run.isHidden) return <p className={styles.muted}>{t('You do not have permission to see this result')}</p>
  if (response === null && finished) return null
  const waiting = run.status === 'queued' ? waitingLabels.queued : waitingLabels.running
  return (
    <div>
      <div className={classes.blockHead}>
        <h3 className={styles.heading}>{finished && run.output === null ? t('Partial output') : t('Output')}</h3>
        {response !== null && (
          <Tooltip label={copied ? t('Copied') : t('Copy output')}>
            <ActionIcon size={26} aria-label={copied ? t('Copied') : t('Copy output')} onClick={() => copy(response)}>
              {copied ? <IconCheck size={15} stroke={1.7} aria-hidden /> : <IconCopy size={15} stroke={1.7} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={classes.answer} aria-live="polite" aria-busy={!finished}>
        {response !== null ? (
          <CitedText text={response} citations={run.citations ?? []} />
        ) : (
          <span className={styles.muted}>{waiting}…</span>
        )}
        {!finished && response !== null && <span className={classes.caret} aria-hidden />}
      </div>
      <RunImages run={run} />
      <Sources citations={run.citations ?? []} />
    </div>
  )
}
