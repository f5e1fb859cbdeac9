import { useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { t } from '../../lib/words.ts'
import { useStepFocus } from '../../ui/page/use-step-focus.ts'
import classes from './imports.module.css'

const importSteps = ['file', 'columns', 'consent'] as const
type ImportStep = (typeof importSteps)[number]

const stepLabels: Readonly<Record<ImportStep, string>> = { file: t('File'), columns: t('Columns'), consent: t('Consent') }

interface StageProps {
  /** The result has no place in the steps. */
  current: ImportStep | 'result'
  /** To move the focus here where it is not lost. */
  start?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** One step with the way to it; keyboard users begin at its start. */
export function Stage({ current, start, children }: StageProps) {
  const own = useRef<HTMLDivElement>(null)
  const ref = start ?? own
  useStepFocus(ref)
  return (
    <div
      ref={ref}
      role="group"
      aria-label={current === 'result' ? t('Result of the import') : stepLabels[current]}
      className={classes.stage}
      tabIndex={-1}
    >
      {current !== 'result' && <ImportSteps current={current} />}
      {children}
    </div>
  )
}

/** Where the user is in the three steps of an import. */
function ImportSteps({ current }: { current: ImportStep }) {
  const at = importSteps.indexOf(current)
  return (
    <ol className={classes.steps} aria-label={t('Steps')}>
      {importSteps.map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} data-done={index < at || undefined}>
          <span className={classes.stepMark} aria-hidden>
            {index + 1}
          </span>
          {stepLabels[step]}
        </li>
      ))}
    </ol>
  )
}
