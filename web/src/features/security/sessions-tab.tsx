import { Badge, Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { SessionInfo } from '@imperium/contract/auth/auth.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { endOtherSessionsMutation, endSessionMutation, sessionsQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './security.module.css'

type Session = z.infer<typeof SessionInfo>

/** A program has no other name. */
export const nameOf = ({ browser, device }: Pick<Session, 'browser' | 'device'>) =>
  device === 'Unknown device' ? translateMessage(browser) : t('{browser} on {device}', { browser, device })

/** The user's active sessions: ends one session, or all others together. */
export function SessionsTab() {
  const { data, isPending, isError, error, refetch } = useQuery(sessionsQuery)
  const end = useMutation(endSessionMutation)
  const endOthers = useMutation(endOtherSessionsMutation)
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  async function confirmAndEnd(session: Session): Promise<void> {
    const message = t('{session} is signed out immediately and has to sign in again.', { session: nameOf(session) })
    if (await confirm({ title: t('End session'), message, action: t('End session') })) end.mutate({ params: { id: session.id } })
  }
  async function confirmAndEndOthers(): Promise<void> {
    const message = t('All other browsers and devices are signed out immediately. This session stays signed in.')
    if (await confirm({ title: t('End all other sessions'), message, action: t('End all other sessions') })) endOthers.mutate({})
  }
  if (isError && !data) return <ErrorState error={error} title={t('Sessions could not be loaded')} onRetry={() => void refetch()} />
  return (
    <>
      <div className={classes.intro}>
        <p className={styles.text20}>
          {t(
            'Where you are signed in. Sessions end automatically after hours without use. If you do not recognize one, end it and change your password.',
          )}
        </p>
        {others > 0 && (
          <Button variant="default" disabled={endOthers.isPending} onClick={() => void confirmAndEndOthers()}>
            {plural(others, { one: 'End {count} other session', other: 'End {count} other sessions' })}
          </Button>
        )}
      </div>
      <DataTable
        label={t('Active sessions')}
        columns={columnsFor((session) => void confirmAndEnd(session))}
        rows={data ?? []}
        rowId={({ id }) => id}
        rowLabel={nameOf}
        loading={isPending}
        totalCount={data?.length}
      />
    </>
  )
}

function columnsFor(onEnd: (session: Session) => void): readonly Column<Session>[] {
  return [
    { id: 'device', header: t('Device'), width: 'minmax(0, 2fr)', cell: (session) => <DeviceCell session={session} /> },
    { id: 'address', header: t('IP address'), hideOn: 'phone', cell: (session) => <Place {...session} /> },
    { id: 'active', header: t('Last active'), width: '130px', hideOn: 'phone', cell: ({ lastActive }) => <RelativeTime at={lastActive} /> },
    { id: 'since', header: t('Signed in'), width: '130px', hideOn: 'tablet', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      id: 'actions',
      header: '',
      width: '104px',
      align: 'end',
      interactive: true,
      cell: (session) => !session.isCurrent && <EndButton session={session} onEnd={onEnd} />,
    },
  ]
}

function EndButton({ session, onEnd }: { session: Session; onEnd: (session: Session) => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('End session: {session}', { session: nameOf(session) })}
      onClick={() => onEnd(session)}
    >
      {t('End')}
    </Button>
  )
}

/** An IP address, and its location if known. */
export function Place({ ipAddress, location }: { ipAddress: string; location: string | null }) {
  return (
    <span className={classes.place}>
      <span className="mono">{ipAddress}</span>
      {location && <span className={styles.text20}>{translateMessage(location)}</span>}
    </span>
  )
}

function DeviceCell({ session }: { session: Session }) {
  const Glyph = ['iOS', 'Android'].includes(session.device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <span className={classes.device}>
      <Glyph size={18} stroke={1.6} aria-hidden />
      <span className={classes.place}>
        <span className={styles.truncate}>{nameOf(session)}</span>
        <span className={`${styles.text20} ${classes.onPhone}`}>
          {session.ipAddress} · <RelativeTime at={session.lastActive} />
        </span>
      </span>
      {session.isCurrent && (
        <Badge variant="light" size="sm" className={classes.whole ?? ''}>
          {t('This session')}
        </Badge>
      )}
    </span>
  )
}
