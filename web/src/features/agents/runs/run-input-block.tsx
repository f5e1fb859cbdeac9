import type { Run } from '@imperium/contract/runs.ts'
import { t } from '../../../lib/words.ts'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { InputImages } from './run-images.tsx'
import { writeRunInput } from './read-run-input.ts'
import styles from '../../../ui/styles.module.css'
import classes from './run.module.css'

/** The input of the run. */
export function RunInputBlock({ run }: { run: Run }) {
  return (
    <div>
      <div className={classes.blockHead}>
        <h3 className={styles.heading}>{t('Input')}</h3>
      </div>
      <CodeBlock code={writeRunInput(run.input).typed} label={t('input')} maxHeight={200} />
      <InputImages run={run} />
    </div>
  )
}
