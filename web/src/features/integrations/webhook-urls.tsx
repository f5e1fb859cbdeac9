import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { Connection, Connector } from '@imperium/contract/integrations.ts'
import { t } from '../../lib/words.ts'
import { useCopy } from '../../ui/text/use-copy.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import styles from '../../ui/styles.module.css'
import classes from './integrations.module.css'

interface WebhookUrlsProps {
  services: readonly Connector[]
  connections: readonly Connection[]
}

/** The addresses that connected services call. */
export function WebhookUrls({ services, connections }: WebhookUrlsProps) {
  const rows = connections.flatMap((connection) => (connection.webhookUrl === null ? [] : [{ ...connection, url: connection.webhookUrl }]))
  return (
    <section className={styles.stack12}>
      <h2 className={classes.heading}>{t('Webhook URLs')}</h2>
      {rows.length === 0 ? (
        <p className={styles.textWrap}>{t('A connected service whose triggers call Imperium gets its own URL here.')}</p>
      ) : (
        <ul className={`${styles.list} ${styles.stack10}`}>
          {rows.map((row) => (
            <UrlRow key={row.id} row={row} service={services.find(({ id }) => id === row.connectorId)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function UrlRow({ row, service }: { row: Connection & { url: string }; service: Connector | undefined }) {
  const { copied, copy } = useCopy()
  const hooks = service?.triggers.filter(({ kind }) => kind === 'hook') ?? []
  const Glyph = copied ? IconCheck : IconCopy
  return (
    <li className={`${styles.rowTop} ${classes.url}`}>
      <div className={classes.words}>
        <span className={classes.connectionName}>{row.name}</span>
        <code className={classes.code}>{row.url}</code>
        <span className={styles.textWrap}>
          {hooks.map(({ title }) => title).join(', ')} · <RelativeTime at={row.createdAt} />
        </span>
        {!row.hasHookSecret && (
          <span className={`${styles.textWrap} ${classes.error}`}>{t('Enter the signing secret, so that calls are accepted.')}</span>
        )}
        {hooks.slice(0, 1).map(({ id, setup }) => (
          <span key={id} className={styles.textWrap}>
            {setup}
          </span>
        ))}
      </div>
      <ActionIcon aria-label={t('Copy the webhook URL of {name}', { name: row.name })} onClick={() => copy(row.url)}>
        <Glyph size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  )
}
