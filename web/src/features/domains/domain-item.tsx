import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomDomain, DomainRecord, DomainStep } from '@imperium/contract/domains/domains.ts'
import { formatMoment } from '../../lib/format.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { StatusTone } from '../../ui/status-dot.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { removeMutation, retryMutation, verifyMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './domains.module.css'

const statusLabels: Record<CustomDomain['status'], string> = { verified: t('Verified'), pending: t('Pending'), failed: t('Failed') }
const statusTones: Record<CustomDomain['status'], StatusTone> = { verified: 'ok', pending: 'warn', failed: 'bad' }
const sslLabels: Record<CustomDomain['sslStatus'], string> = {
  active: t('SSL active'),
  pending: t('SSL pending'),
  inactive: t('SSL inactive'),
}
const sslTones: Record<CustomDomain['sslStatus'], StatusTone> = { active: 'ok', pending: 'warn', inactive: 'idle' }
const stepLabels: Record<DomainStep, string> = {
  added: t('Added'),
  dns: t('DNS records set'),
  ownership: t('Ownership verified'),
  certificate: t('Certificate issued'),
  live: t('Live'),
}

const isLive = ({ steps }: CustomDomain): boolean => steps.every(({ reachedAt }) => reachedAt !== null)

/** One domain: its state, the five steps, what was found, and the records to publish. */
export function DomainItem({ domain, refused }: { domain: CustomDomain; refused: string | undefined }) {
  const verify = useMutation(verifyMutation)
  const retry = useMutation(retryMutation)
  const remove = useMutation(removeMutation)
  const [shown, setShown] = useState(domain.status === 'pending')
  const name = domain.domain
  const params = { id: domain.id }
  async function ask(): Promise<void> {
    const message = t('Are you sure you want to remove {domain}? Links that use it stop working.', { domain: name })
    if (await confirm({ title: t('Remove domain'), message, action: t('Remove') })) remove.mutate({ params })
  }
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <StatusDot tone={statusTones[domain.status]} label={statusLabels[domain.status]} live={domain.status === 'pending'} />
        <StatusDot tone={sslTones[domain.sslStatus]} label={sslLabels[domain.sslStatus]} />
        {domain.isOperators && <span className={styles.small}>{t('Set by the operator')}</span>}
        <span className={styles.grow} />
        {domain.status === 'verified' && (
          <Button
            component="a"
            href={`https://${name}`}
            target="_blank"
            rel="noopener"
            variant="subtle"
            size="xs"
            rightSection={<IconExternalLink size={14} stroke={1.7} aria-hidden />}
            aria-label={t('Open {domain}', { domain: name })}
          >
            {t('Open')}
          </Button>
        )}
        <Button variant="subtle" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('Hide records') : t('Show records')}
        </Button>
        {domain.status === 'failed' ? (
          <Button
            variant="default"
            size="xs"
            disabled={retry.isPending || refused !== undefined}
            title={refused}
            onClick={() => retry.mutate({ params })}
          >
            {t('Try again')}
          </Button>
        ) : (
          !isLive(domain) && (
            <Button
              variant="default"
              size="xs"
              disabled={verify.isPending || refused !== undefined}
              title={refused}
              aria-label={t('Verify {domain}', { domain: name })}
              onClick={() => verify.mutate({ params })}
            >
              {verify.isPending ? t('Checking...') : t('Verify')}
            </Button>
          )
        )}
        <Button
          variant="default"
          size="xs"
          disabled={refused !== undefined}
          title={refused}
          aria-label={t('Remove {domain}', { domain: name })}
          onClick={() => void ask()}
        >
          {t('Remove')}
        </Button>
      </div>
      <Steps domain={domain} />
      {domain.message && (
        <p className={domain.status === 'failed' ? classes.fault : styles.textWrap} role={domain.status === 'failed' ? 'alert' : undefined}>
          {translateMessage({ message: domain.message, ...domain.messageKey })}
        </p>
      )}
      <p className={styles.hint}>
        {domain.checkedAt && (
          <>
            {t('Checked')} <RelativeTime at={domain.checkedAt} />
            {'. '}
          </>
        )}
        {domain.failsAt && t('Waits for its DNS records until {date}.', { date: formatMoment(domain.failsAt) })}
      </p>
      {shown && <Records records={domain.records} />}
    </li>
  )
}

function Steps({ domain }: { domain: CustomDomain }) {
  const next = domain.status === 'failed' ? -1 : domain.steps.findIndex(({ reachedAt }) => reachedAt === null)
  return (
    <ol className={classes.steps} aria-label={t('Steps')}>
      {domain.steps.map(({ step, reachedAt }, at) => (
        <li
          key={step}
          className={classes.step}
          data-reached={reachedAt !== null || undefined}
          aria-current={at === next ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden>
            {reachedAt === null ? at + 1 : <IconCheck size={13} stroke={2.2} />}
          </span>
          <span>{stepLabels[step]}</span>
          <span className={styles.srOnly}>{reachedAt === null ? t('Not reached yet') : t('Reached')}</span>
        </li>
      ))}
    </ol>
  )
}

function Records({ records }: { records: readonly DomainRecord[] }) {
  return (
    <section className={classes.records} aria-label={t('DNS records')}>
      <h3 className={styles.heading}>{t('DNS records')}</h3>
      <p className={styles.hint}>{t('Create these records where the DNS of the domain is kept. Keep them: they are checked every day.')}</p>
      <div className={classes.tableFrame}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('Type')}</th>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Value')}</th>
              <th scope="col">{t('TTL')}</th>
              <th scope="col">{t('Status')}</th>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={`${record.type} ${record.value}`}>
                <td>{record.type}</td>
                <td>
                  <Copied value={record.name} />
                </td>
                <td>
                  <Copied value={record.value} />
                </td>
                <td className="tnum">{record.ttl}</td>
                <td>
                  <StatusDot
                    tone={record.ok === null ? 'idle' : record.ok ? 'ok' : 'warn'}
                    label={record.ok === null ? t('Not checked yet') : record.ok ? t('Found') : t('Not found')}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Copied({ value }: { value: string }) {
  const { copied, copy } = useCopy()
  const Symbol = copied ? IconCheck : IconCopy
  return (
    <span className={classes.value}>
      <code className="mono">{value}</code>
      <button
        type="button"
        className={classes.copy}
        aria-label={copied ? t('Copied') : t('Copy: {what}', { what: value })}
        onClick={() => copy(value)}
      >
        <Symbol size={14} stroke={1.7} aria-hidden />
      </button>
    </span>
  )
}
