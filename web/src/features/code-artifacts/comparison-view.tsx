import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ArtifactComparison, CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import styles from '../../ui/styles.module.css'
import classes from './code-artifacts.module.css'

interface ViewProps {
  artifact: CodeArtifact
  refusal: string | undefined
}

/** Before a deployment: what the newest version answers otherwise than the deployed one, on the last inputs of callers. */
export function ComparisonView({ artifact: { id, version }, refusal }: ViewProps) {
  const compare = useMutation({
    mutationFn: () => call(codeArtifacts.compare, { params: { id } }),
    meta: { failure: t('The versions could not be compared') },
  })
  return (
    <section aria-label={t('Comparison')} className={styles.stack}>
      <div>
        <Button
          variant="default"
          disabled={refusal !== undefined}
          title={refusal}
          loading={compare.isPending}
          onClick={() => compare.mutate()}
        >
          {t('Compare version {version} with production', { version })}
        </Button>
      </div>
      <div role="status">{compare.data && <Result comparison={compare.data} />}</div>
    </section>
  )
}

function Result({ comparison: { before, after, inputs, compared, different, differences } }: { comparison: ArtifactComparison }) {
  if (inputs === 0) return <p className={styles.text}>{t('No inputs are kept yet: nothing has called it in production.')}</p>
  return (
    <>
      <p className={styles.text}>
        {t('{different} of {compared} results differ between version {before} and version {after}.', {
          different,
          compared,
          before,
          after,
        })}
        {compared < inputs && ` ${t('Time was up after {compared} of {inputs} inputs.', { compared, inputs })}`}
      </p>
      <ol className={`${styles.list} ${classes.differences}`} aria-label={t('Differences')}>
        {differences.map((each, at) => (
          // The list is an answer that never changes.
          <li key={at}>
            <dl className={classes.difference}>
              <dt>{t('Input')}</dt>
              <dd>
                <pre>{each.input}</pre>
              </dd>
              <dt>{t('Version {version}', { version: before })}</dt>
              <dd>
                <pre>{each.before}</pre>
              </dd>
              <dt>{t('Version {version}', { version: after })}</dt>
              <dd>
                <pre>{each.after}</pre>
              </dd>
            </dl>
          </li>
        ))}
      </ol>
    </>
  )
}
