import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { WebhookAttempt } from '@imperium/contract/webhooks.ts'
import { formatDuration, formatMoment } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { deliveryQuery, retryMutation } from './api.ts'
import { statusLabels } from './webhook-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './webhooks.module.css'

interface DeliveryDetailProps {
  webhookId: string
  deliveryId: string
  canRetry: boolean
  refusal: string | undefined
}

/** What was sent, and what each attempt was answered with. */
export function DeliveryDetail({ webhookId, deliveryId, canRetry, refusal }: DeliveryDetailProps) {
  const { data, error, refetch } = useQuery(deliveryQuery(webhookId, deliveryId))
  const mayManage = useCan('webhooks:manage')
  const retry = useMutation(retryMutation)
  if (error && !data) return <ErrorState error={error} title={t('The delivery could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={8} />
  const { tone, label } = statusLabels[data.status]
  return (
    <>
      <FactList
        facts={[
          [t('Event'), data.event],
          [t('Status'), <StatusDot key="status" tone={tone} label={label} live={data.status === 'pending'} />],
          [t('Message id'), <code key="id">{data.eventId}</code>],
          [t('Time'), formatMoment(data.timestamp)],
          [t('Attempts'), data.attempts],
          data.nextAttemptAt !== null && [t('Next attempt'), formatMoment(data.nextAttemptAt)],
          data.errorMessage !== null && [t('Error'), translateMessage(data.errorMessage)],
        ]}
      />
      {mayManage && canRetry && (data.status !== 'pending' || data.attempts > 0) && (
        <Button
          variant="default"
          size="xs"
          disabled={refusal !== undefined || retry.isPending}
          title={refusal}
          onClick={() => retry.mutate({ params: { id: webhookId, deliveryId } })}
        >
          {data.status === 'failed' ? t('Retry') : t('Send again')}
        </Button>
      )}
      <h3 className={classes.groupTitle}>{t('Payload')}</h3>
      <CodeBlock label={t('Payload')} code={JSON.stringify(data.payload, null, 2)} maxHeight={260} />
      <h3 className={classes.groupTitle}>{t('Attempts')}</h3>
      {data.attemptLog.length === 0 && <p className={styles.textWrap}>{t('No attempt yet')}</p>}
      <ol className={`${styles.list} ${classes.attempts}`}>
        {data.attemptLog.toReversed().map((attempt) => (
          <li key={attempt.attempt}>
            <Attempt attempt={attempt} />
          </li>
        ))}
      </ol>
    </>
  )
}

const headersOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { attempt: number, at, url, statusCode, responseTime, errorMessage, requestHeaders, responseHeaders, responseBody } = attempt
  return (
    <div className={`${styles.stack12} ${classes.stack}`}>
      <FactList
        facts={[
          [t('Attempt {number}', { number }), formatMoment(at)],
          [t('URL'), <code key="url">{url}</code>],
          [t('Response'), statusCode ?? t('None')],
          [t('Response time'), formatDuration(responseTime)],
          errorMessage !== null && [t('Error'), translateMessage(errorMessage)],
        ]}
      />
      <CodeBlock label={t('Request headers of attempt {number}', { number })} code={headersOf(requestHeaders)} maxHeight={160} />
      {statusCode !== null && (
        <CodeBlock
          label={t('Response of attempt {number}', { number })}
          code={`${headersOf(responseHeaders)}\n\n${responseBody}`}
          maxHeight={220}
        />
      )}
    </div>
  )
}
