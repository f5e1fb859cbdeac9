import { IconHistory } from '@tabler/icons-react'
import type { LoginRecord } from '@imperium/contract/auth/auth.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { useRows } from '../../ui/list/use-rows.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { loginHistoryPages } from './api.ts'
import { Place, nameOf } from './sessions-tab.tsx'
import styles from '../../ui/styles.module.css'
import classes from './security.module.css'

const methods: Record<string, string> = {
  password: t('Password'),
  passkey: t('Passkey'),
  register: t('Registration'),
  invitation: t('Invitation'),
  reset: t('Password reset'),
  google: 'Google',
  github: 'GitHub',
  sso: t('Single sign-on'),
}
const reasons: Record<string, string> = {
  'wrong password': t('Wrong password'),
  'wrong credentials': t('Wrong password'),
  'wrong second factor': t('Wrong second factor'),
  'too many attempts': t('Too many attempts'),
}

const methodOf = ({ method }: LoginRecord) => (method ? (methods[method] ?? method) : '–')
const reasonOf = ({ reason }: LoginRecord) => (reason ? (reasons[reason] ?? reason) : null)

const columns: readonly Column<LoginRecord>[] = [
  { id: 'status', header: t('Status'), width: 'minmax(112px, 1fr)', cell: (record) => <Status record={record} /> },
  { id: 'time', header: t('Time'), width: 'minmax(0, 1.8fr)', cell: (record) => <Moment record={record} /> },
  { id: 'device', header: t('Device'), hideOn: 'phone', cell: nameOf },
  { id: 'address', header: t('IP address'), hideOn: 'phone', cell: (record) => <Place {...record} /> },
  { id: 'method', header: t('Method'), width: '130px', hideOn: 'tablet', cell: methodOf },
]

/** Time, place and method of sign-ins and sign-in attempts. */
export function HistoryTab() {
  const list = useRows(loginHistoryPages)
  if (list.error) return <ErrorState error={list.error} title={t('The login history could not be loaded')} onRetry={list.retry} />
  if (list.isEmpty)
    return <EmptyState icon={IconHistory} title={t('No sign-ins yet')} text={t('Every sign-in to your account is listed here.')} />
  return (
    <>
      <p className={styles.text20}>{t('Every sign-in and failed attempt. If one was not you, change your password.')}</p>
      <DataTable
        label={t('Login history')}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ timestamp }) => formatMoment(timestamp)}
        {...list.table}
      />
    </>
  )
}

function Moment({ record }: { record: LoginRecord }) {
  return (
    <span className={classes.place}>
      <time dateTime={record.timestamp} className="tnum">
        {formatMoment(record.timestamp)}
      </time>
      <span className={`${styles.text20} ${classes.onPhone}`}>
        {nameOf(record)} · {record.ipAddress}
      </span>
    </span>
  )
}

function Status({ record }: { record: LoginRecord }) {
  const reason = reasonOf(record)
  return (
    <span className={classes.place}>
      <StatusDot tone={record.status === 'success' ? 'ok' : 'bad'} label={record.status === 'success' ? t('Success') : t('Failed')} />
      {reason && <span className={styles.text20}>{reason}</span>}
    </span>
  )
}
