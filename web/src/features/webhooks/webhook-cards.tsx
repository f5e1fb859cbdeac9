import { ActionIcon, Button, Menu, Switch } from '@mantine/core'
import { IconCheck, IconCopy, IconDots, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedWebhook, WebhookDelivery } from '@imperium/contract/webhooks.ts'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { LoadMore } from '../../ui/list/card-list.tsx'
import type { Rows } from '../../ui/list/use-rows.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { removeMutation, retryMutation, revealMutation, rotateMutation, testMutation, toggleMutation } from './api.ts'
import { stateOf, statusLabels } from './webhook-labels.ts'
import type { WebhooksSearch } from './webhooks-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './webhooks.module.css'

interface CardsProps {
  list: Rows<ListedWebhook>
  change: ChangeSearch<WebhooksSearch>
  /** Why none can be changed now; undefined if they can. */
  refusal: string | undefined
  mayManage: boolean
  onSecret: (secret: string) => void
}

/** The webhooks, each with its secret and its latest deliveries. */
export function WebhookCards({ list, ...rest }: CardsProps) {
  return (
    <>
      <ul className={`${styles.list} ${styles.stack}`} aria-label={t('Webhooks')}>
        {list.rows.map((webhook) => (
          <li key={webhook.id}>
            <WebhookCard webhook={webhook} {...rest} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}

type CardProps = Omit<CardsProps, 'list'> & { webhook: ListedWebhook }

function WebhookCard({ webhook, change, refusal, mayManage, onSecret }: CardProps) {
  const { id, name, url, description, events, deliveryStats, lastTriggered } = webhook
  const { tone, label } = stateOf(webhook)
  return (
    <Card title={name} aside={mayManage && <Actions webhook={webhook} change={change} refusal={refusal} onSecret={onSecret} />}>
      <div className={classes.about}>
        <StatusDot tone={tone} label={label} />
        <code className={classes.url}>{url}</code>
        {description && <p className={styles.textWrap}>{description}</p>}
        <p className={styles.textWrap}>
          {[
            events.length > 3
              ? `${events.slice(0, 3).join(', ')} ${plural(events.length - 3, { one: 'and {count} more', other: 'and {count} more' })}`
              : events.join(', '),
            plural(deliveryStats.total, { one: '{count} delivery', other: '{count} deliveries' }),
            t('{count} failed', { count: formatNumber(deliveryStats.failed) }),
          ].join(' · ')}
          {lastTriggered && (
            <>
              {' · '}
              <RelativeTime at={lastTriggered} />
            </>
          )}
        </p>
        {mayManage && <SecretRow webhook={webhook} />}
      </div>
      <div className={classes.logHead}>
        <h3 className={classes.logTitle}>{t('Recent deliveries')}</h3>
        <Button size="compact-xs" variant="subtle" onClick={() => change({ webhook: id })}>
          {t('View all')}
        </Button>
      </div>
      {webhook.recentDeliveries.length === 0 ? (
        <p className={styles.textWrap}>{t('No delivery logs yet')}</p>
      ) : (
        <ul className={styles.list}>
          {webhook.recentDeliveries.map((delivery) => (
            <LogRow
              key={delivery.id}
              delivery={delivery}
              refusal={refusal}
              canRetry={mayManage && webhook.isEnabled}
              onOpen={() => change({ webhook: id, delivery: delivery.id })}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface LogRowProps {
  delivery: WebhookDelivery
  refusal: string | undefined
  canRetry: boolean
  onOpen: () => void
}

/** One delivery: its event, outcome and times, with Retry on a failed one. */
export function LogRow({ delivery, refusal, canRetry, onOpen }: LogRowProps) {
  const { id, webhookId, event, status, statusCode, responseTime, errorMessage, timestamp, isTest } = delivery
  const retry = useMutation(retryMutation)
  const { tone, label } = statusLabels[status]
  return (
    <li className={classes.logRow}>
      <StatusDot tone={tone} label={label} live={status === 'pending'} />
      <button type="button" className={classes.logEvent} onClick={onOpen}>
        {event}
        {isTest && <span className={classes.tag}>{t('Test')}</span>}
      </button>
      <span className={classes.logFacts}>
        {[statusCode, responseTime === null ? null : formatDuration(responseTime)].filter((fact) => fact !== null).join(' · ')}
      </span>
      <span className={classes.logTime}>
        <RelativeTime at={timestamp} />
      </span>
      {status === 'failed' && canRetry && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={refusal !== undefined || retry.isPending}
          title={refusal}
          aria-label={t('Retry: {name}', { name: event })}
          onClick={() => retry.mutate({ params: { id: webhookId, deliveryId: id } })}
        >
          {t('Retry')}
        </Button>
      )}
      {errorMessage && <span className={`${styles.textWrap} ${classes.logError}`}>{translateMessage(errorMessage)}</span>}
    </li>
  )
}

/** The secret, masked until it is asked for, with a copy button that confirms for two seconds. */
function SecretRow({ webhook: { id, name, secretKey, formerSecretUntil } }: { webhook: ListedWebhook }) {
  const reveal = useMutation(revealMutation)
  const [plain, setPlain] = useState<string | null>(null)
  const { copied, copy } = useCopy()
  const ask = (then: (secret: string) => void) =>
    plain === null ? reveal.mutate({ params: { id } }, { onSuccess: ({ plainSecretKey }) => then(plainSecretKey) }) : then(plain)
  return (
    <div className={styles.row}>
      <span className={classes.secretLabel}>{t('Secret key')}</span>
      <code className={classes.secretText}>{plain ?? secretKey}</code>
      <ActionIcon
        size={28}
        aria-label={plain === null ? t('Show the secret of {name}', { name }) : t('Hide the secret of {name}', { name })}
        disabled={reveal.isPending}
        onClick={() => (plain === null ? ask(setPlain) : setPlain(null))}
      >
        {plain === null ? <IconEye size={16} stroke={1.7} aria-hidden /> : <IconEyeOff size={16} stroke={1.7} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={copied ? t('Copied') : t('Copy the secret of {name}', { name })}
        disabled={reveal.isPending}
        onClick={() => ask(copy)}
      >
        {copied ? <IconCheck size={16} stroke={1.7} aria-hidden /> : <IconCopy size={16} stroke={1.7} aria-hidden />}
      </ActionIcon>
      {formerSecretUntil && (
        <span className={styles.textWrap}>
          {t('The previous secret also signs')} (<RelativeTime at={formerSecretUntil} />)
        </span>
      )}
    </div>
  )
}

function Actions({ webhook, change, refusal, onSecret }: Omit<CardProps, 'mayManage'>) {
  const { id, name, isEnabled } = webhook
  const toggle = useMutation(toggleMutation)
  const test = useMutation(testMutation)
  const remove = useMutation(removeMutation)
  const rotate = useMutation(rotateMutation)
  const isOff = refusal !== undefined
  const params = { id }
  async function askToDelete(): Promise<void> {
    const question = { title: t('Delete webhook'), message: t('Are you sure you want to delete this webhook?'), action: t('Delete') }
    if (await confirm(question)) remove.mutate({ params })
  }
  async function askToRotate(): Promise<void> {
    const message = t('The previous secret also signs for 24 hours, so that your receiver can switch to the new one.')
    if (await confirm({ title: t('Replace secret'), message, action: t('Replace'), danger: false }))
      rotate.mutate({ params, body: {} }, { onSuccess: ({ plainSecretKey }) => onSecret(plainSecretKey) })
  }
  return (
    <div className={styles.row}>
      <Switch
        aria-label={isEnabled ? t('Disable {name}', { name }) : t('Enable {name}', { name })}
        checked={isEnabled}
        disabled={isOff || toggle.isPending}
        onChange={() => toggle.mutate({ params, body: { isEnabled: !isEnabled } })}
      />
      <Button
        size="xs"
        variant="default"
        aria-label={t('Test {name}', { name })}
        disabled={isOff}
        loading={test.isPending}
        onClick={() => test.mutate({ params, body: {} }, { onSuccess: reportTest })}
      >
        {t('Test')}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('More for {name}', { name })}>
            <IconDots size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={isOff} onClick={() => change({ edit: id })}>
            {t('Edit')}
          </Menu.Item>
          <Menu.Item onClick={() => change({ webhook: id })}>{t('Delivery log')}</Menu.Item>
          <Menu.Item disabled={isOff} onClick={() => void askToRotate()}>
            {t('Replace secret')}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => void askToDelete()}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function reportTest({ status, statusCode, errorMessage }: WebhookDelivery): void {
  if (status === 'success') notify.success(t('The test was delivered ({status})', { status: statusCode ?? '' }))
  else if (status === 'failed') notify.error(`${t('The test failed.')} ${errorMessage === null ? '' : translateMessage(errorMessage)}`)
  else notify.success(t('The test is on its way. Its outcome will be in the log.'))
}
