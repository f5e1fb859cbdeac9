import { Skeleton } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { mailbox } from '@imperium/contract/channels/mailbox.ts'
import type { KeptMail } from '@imperium/contract/channels/mailbox.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { ApiError } from '../../lib/api-error.ts'
import { query } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LogoWithName } from '../../ui/logo.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { SimulateForm } from './simulate-form.tsx'
import { styleMail } from '../../ui/text/style-mail.ts'
import styles from '../../ui/styles.module.css'
import classes from './mailbox.module.css'

const channelLabels: Record<Channel, string> = { email: t('Email'), sms: t('SMS'), webhook: t('Webhook'), whatsapp: t('WhatsApp') }

const listQuery = { ...query(mailbox.list), meta: { silent: true }, retry: false, staleTime: 0, refetchInterval: 5_000 }

/** /dev/mailbox: the emails of an installation without a mail server, for evaluating the product. */
export function MailboxPage() {
  useDocumentTitle(t('Mailbox'))
  const { mail } = useSearch({ from: '/dev/mailbox' })
  const { data, error, isPending, refetch } = useQuery(listQuery)
  const isClosed = error instanceof ApiError && error.status === 404
  const open = mail ?? data?.[0]?.id
  return (
    <div className={classes.page}>
      <header className={styles.stack18}>
        <Link to="/" className={classes.home} aria-label={t('Imperium, home')}>
          <LogoWithName />
        </Link>
        <div>
          <h1 className={classes.title}>{t('Mailbox')}</h1>
          <p className={classes.text}>
            {t('This server has no outgoing mail server. Emails are kept here and only visible on this server.')}
          </p>
        </div>
      </header>
      <main className={classes.main}>
        {isPending && <Skeleton height={320} radius={12} />}
        {isClosed && (
          <EmptyState
            icon={IconMail}
            title={t('There is no mailbox on this server')}
            text={t('It only exists on servers without an outgoing mail server.')}
          />
        )}
        {error && !isClosed && <ErrorState error={error} title={t('The mailbox could not be loaded')} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState icon={IconMail} title={t('No emails yet')} text={t('Register an account, and its first email arrives here.')} />
        )}
        {data && data.length > 0 && (
          <div className={classes.columns}>
            <MailList mails={data} openId={open} />
            {open && <Mail id={open} />}
          </div>
        )}
      </main>
    </div>
  )
}

function MailList({ mails, openId }: { mails: readonly KeptMail[]; openId: string | undefined }) {
  return (
    <ul className={classes.list} aria-label={t('Emails')}>
      {mails.map(({ id, channel, subject, to, at }) => (
        <li key={id}>
          <Link to="/dev/mailbox" search={{ mail: id }} className={classes.item} aria-current={id === openId || undefined}>
            <span className={classes.subject}>{subject}</span>
            <span className={classes.meta}>
              <span className={styles.truncateShrink}>{channel === 'email' ? to : `${channelLabels[channel]} · ${to}`}</span>{' '}
              <RelativeTime at={at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Mail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ ...query(mailbox.read, { params: { id } }), meta: { silent: true }, staleTime: Infinity })
  if (error) return <ErrorState error={error} title={t('The email could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} radius={12} />
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  return (
    <article className={classes.mail} aria-label={data.subject}>
      <dl className={classes.facts}>
        {data.channel === 'email' ? (
          <>
            <dt>{t('From')}</dt>
            <dd>{data.from}</dd>
          </>
        ) : (
          <>
            <dt>{t('Channel')}</dt>
            <dd>{t('{channel}, kept by the sandbox', { channel: channelLabels[data.channel] })}</dd>
          </>
        )}
        <dt>{t('To')}</dt>
        <dd>{data.to}</dd>
        {data.channel === 'email' && (
          <>
            <dt>{t('Subject')}</dt>
            <dd>{data.subject}</dd>
          </>
        )}
        <dt>{t('Received')}</dt>
        <dd>{formatMoment(data.at)}</dd>
        {data.dlt && (
          <>
            <dt>{t('DLT template id')}</dt>
            <dd>{data.dlt.templateId || '–'}</dd>
            <dt>{t('DLT entity id')}</dt>
            <dd>{data.dlt.entityId}</dd>
          </>
        )}
        {data.copies > 1 && (
          <>
            <dt>{t('Copies')}</dt>
            <dd>{data.copies}</dd>
          </>
        )}
      </dl>
      {data.html === null ? (
        <pre className={classes.plain}>{data.text}</pre>
      ) : (
        <iframe
          key={id}
          title={t('Email: {subject}', { subject: data.subject })}
          className={classes.frame}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={styleMail(data.html, nonce)}
        />
      )}
      {data.canAnswer && data.channel !== 'webhook' && <SimulateForm key={data.id} mail={data} />}
    </article>
  )
}
