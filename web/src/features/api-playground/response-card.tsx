import { SegmentedControl } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDuration } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { JsonTree } from './json-tree.tsx'
import type { CallResult } from './send-call.ts'
import styles from '../../ui/styles.module.css'
import classes from './playground.module.css'

interface ResponseCardProps {
  result: CallResult | null
  /** Why there is no response. */
  failure: string | null
  isSending: boolean
}

/** What the server answered: status, time, size, headers and body. */
export function ResponseCard({ result, failure, isSending }: ResponseCardProps) {
  return (
    <Card title={t('Response')} className={classes.response} aside={isSending ? t('Sending...') : undefined}>
      <div role="status">
        {failure && (
          <p className={classes.outcome} data-range="bad">
            {t('Request failed')}: {failure}
          </p>
        )}
        {result && (
          <p className={classes.outcome} data-range={rangeOf(result.status)}>
            {result.status >= 200 && result.status < 300 ? t('Request successful') : t('Request failed')}
          </p>
        )}
      </div>
      {!result && !failure && (
        <EmptyState icon={IconSend} title={t('No response yet')} text={t('Send the request to see status, headers and body.')} plain />
      )}
      {result && <Result result={result} />}
    </Card>
  )
}

/** 2xx green, 3xx blue, 4xx yellow, else red. */
export const rangeOf = (status: number): string =>
  status >= 200 && status < 300 ? 'ok' : status >= 300 && status < 400 ? 'info' : status >= 400 && status < 500 ? 'warn' : 'bad'

function Result({ result }: { result: CallResult }) {
  const [view, setView] = useState<'tree' | 'text'>('tree')
  const parsed = parse(result.body)
  const limit = ['limit', 'remaining', 'reset'].map((name) => result.headers.find(([key]) => key === `x-ratelimit-${name}`)?.[1])
  return (
    <div className={styles.stackShrink}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('Status')}</dt>
          <dd data-range={rangeOf(result.status)}>{result.status}</dd>
        </div>
        <div>
          <dt>{t('Time')}</dt>
          <dd>{formatDuration(result.durationMs)}</dd>
        </div>
        <div>
          <dt>{t('Size')}</dt>
          <dd>{plural(result.sizeBytes, { one: '{count} byte', other: '{count} bytes' })}</dd>
        </div>
        {limit[0] !== undefined && (
          <div>
            <dt>{t('Calls left')}</dt>
            <dd>
              {limit[1]} / {limit[0]}
            </dd>
          </div>
        )}
      </dl>
      {result.skippedRows > 0 && (
        <p className={styles.hint}>
          {t('Lists are paged by cursor: the offset of {count} was translated into one.', { count: result.skippedRows })}
        </p>
      )}
      {result.isCut && <p className={styles.hint}>{t('The body is longer than is shown.')}</p>}
      <details className={classes.headers}>
        <summary>{t('Headers')}</summary>
        <CodeBlock label={t('Headers')} code={result.headers.map(([name, value]) => `${name}: ${value}`).join('\n')} maxHeight={200} />
      </details>
      {parsed !== undefined && (
        <SegmentedControl
          aria-label={t('Body as')}
          data={[
            { value: 'tree', label: t('Tree') },
            { value: 'text', label: t('Text') },
          ]}
          value={view}
          onChange={(next) => setView(next === 'text' ? 'text' : 'tree')}
        />
      )}
      {parsed !== undefined && view === 'tree' ? (
        <div className={classes.tree} tabIndex={0} role="region" aria-label={t('Body')}>
          <JsonTree value={parsed} />
        </div>
      ) : (
        result.body !== '' && (
          <CodeBlock label={t('Body')} code={parsed === undefined ? result.body : JSON.stringify(parsed, null, 2)} maxHeight={460} />
        )
      )}
    </div>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
