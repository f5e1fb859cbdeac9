import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { formatMoment } from '../../lib/format.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { testMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './code-artifacts.module.css'

interface ViewProps {
  artifact: CodeArtifact
  refusal: string | undefined
}

/** The tests of the newest version and what their last run said. */
export function TestsView({ artifact, refusal }: ViewProps) {
  const { id, version, language, tests, testRun } = artifact
  const run = useMutation(testMutation)
  if (language !== 'javascript' && language !== 'typescript')
    return (
      <p className={styles.text}>
        {t('Only JavaScript and TypeScript are run. Other languages are judged, reviewed, downloaded and deployed to their place.')}
      </p>
    )
  if (tests.trim() === '') return <p className={styles.text}>{t('This version has no tests.')}</p>
  const current = testRun?.version === version ? testRun : null
  return (
    <div className={styles.stack}>
      <div>
        <Button
          variant="default"
          disabled={refusal !== undefined}
          loading={run.isPending}
          title={refusal}
          onClick={() => run.mutate({ params: { id }, body: { version } })}
        >
          {t('Run tests')}
        </Button>
      </div>
      {current && (
        <section aria-label={t('Results')}>
          <StatusDot tone={current.passed ? 'ok' : 'bad'} label={current.passed ? t('All tests passed') : t('Tests failed')} />
          <p className={styles.small}>{formatMoment(current.ranAt)}</p>
          {current.message && <p className={styles.bad}>{translateMessage(current.message)}</p>}
          <ul className={`${styles.list} ${classes.rows}`}>
            {current.results.map((result, at) => (
              <li key={`${at} ${result.name}`}>
                <StatusDot tone={result.passed ? 'ok' : 'bad'} label={result.name} />
                {result.message && <span className={styles.bad}>{result.message}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <CodeBlock code={tests} label={t('Tests')} />
    </div>
  )
}
