import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shareDays } from '@imperium/contract/reports/reports.ts'
import type { Report, ReportShare } from '@imperium/contract/reports/reports.ts'
import { formatDate } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { revokeMutation, shareMutation, sharesQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './reports.module.css'

/** Links to a report: made here, shown once, expiring, and revoked here. */
export function ShareDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { data, error, refetch } = useQuery(sharesQuery(report.id))
  return (
    <SidePanel opened onClose={onClose} title={t('Share')} subtitle={report.name}>
      <div className={styles.stackWide}>
        <NewLink report={report} />
        {error && !data && <ErrorState error={error} title={t('The links could not be loaded')} onRetry={() => void refetch()} />}
        {data && data.length === 0 && <p className={styles.text}>{t('No links yet.')}</p>}
        {data && data.length > 0 && (
          <ul className={styles.list} aria-label={t('Links')}>
            {data.map((share) => (
              <Link key={share.id} share={share} />
            ))}
          </ul>
        )}
      </div>
    </SidePanel>
  )
}

function NewLink({ report }: { report: Report }) {
  const [audience, setAudience] = useState<ReportShare['audience']>('members')
  const [days, setDays] = useState<number>(shareDays.usual)
  const mayForAnyone = useCan('reports:manage')
  const make = useMutation(shareMutation)
  const { copy, copied } = useCopy()
  const url = make.data?.url
  return (
    <div className={styles.stack}>
      <Select
        label={t('For')}
        value={audience}
        data={[
          { value: 'members', label: t('Members of the organization') },
          { value: 'anyone', label: t('Anyone with the link'), disabled: !mayForAnyone },
        ]}
        description={
          audience === 'anyone'
            ? t('Shows the newest run, with the metrics that a viewer may see.')
            : t('Members see the metrics that their role may see.')
        }
        onChange={(next) => setAudience(next === 'anyone' ? 'anyone' : 'members')}
        allowDeselect={false}
      />
      <NumberInput
        label={t('Expires after days')}
        min={shareDays.fewest}
        max={shareDays.most}
        clampBehavior="strict"
        allowDecimal={false}
        value={days}
        onChange={(next) => typeof next === 'number' && setDays(next)}
      />
      <Button loading={make.isPending} onClick={() => make.mutate({ params: { id: report.id }, body: { audience, days } })}>
        {t('Create link')}
      </Button>
      {url && (
        <div className={styles.row}>
          <TextInput className={styles.grow ?? ''} aria-label={t('Link')} readOnly value={url} />
          <Button variant="default" onClick={() => copy(url)}>
            {copied ? t('Copied') : t('Copy')}
          </Button>
          <p className={styles.hint}>{t('Copy it now: it is not shown again.')}</p>
        </div>
      )}
    </div>
  )
}

function Link({ share }: { share: ReportShare }) {
  const { id, audience, createdBy, expiresAt, revokedAt, opened } = share
  const revoke = useMutation(revokeMutation)
  const [nowMs] = useState(() => Date.now())
  const isOver = revokedAt !== null || Date.parse(expiresAt) < nowMs
  const state = revokedAt !== null ? t('Revoked') : isOver ? t('Expired') : t('expires on {date}', { date: formatDate(expiresAt) })
  return (
    <li className={classes.link}>
      <span className={styles.grow}>
        <span>{audience === 'anyone' ? t('Anyone with the link') : t('Members of the organization')}</span>
        <br />
        <span className={styles.hint}>
          {t('By {name}', { name: createdBy })} · {state} · {plural(opened, { one: 'opened {count} time', other: 'opened {count} times' })}
        </span>
      </span>
      {!isOver && (
        <Button variant="default" size="compact-sm" loading={revoke.isPending} onClick={() => revoke.mutate({ params: { id } })}>
          {t('Revoke')}
        </Button>
      )}
    </li>
  )
}
