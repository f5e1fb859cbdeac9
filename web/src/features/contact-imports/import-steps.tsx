import { t } from '../../lib/words.ts'
import classes from './imports.module.css'

const importSteps = ['file', 'columns', 'consent'] as const
type ImportStep = (typeof importSteps)[number]

const stepLabels: Readonly<Record<ImportStep, string>> = { file: t('File'), columns: t('Columns'), consent: t('Consent') }

/** Where the user is in the three steps of an import. */
export function ImportSteps({ current }: { current: ImportStep }) {
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
