import { Badge, Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { SessionInfo } from '@imperium/contract/auth.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/confirm.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { endSessionMutation, sessionsQuery } from './api.ts'
import classes from './security.module.css'

type Session = z.infer<typeof SessionInfo>

const nameOf = ({ browser, device }: Session) => t('{browser} on {device}', { browser, device })

/** Where the signed-in person is signed in. */
export function SessionsTab() {
  const { data, isPending, isError, error, refetch } = useQuery(sessionsQuery)
  const end = useMutation(endSessionMutation)
  async function askToEnd(session: Session): Promise<void> {
    const message = t('{session} is signed out at once and has to sign in again.', { session: nameOf(session) })
    if (await confirm({ title: t('End session'), message, action: t('End session') })) end.mutate({ params: { id: session.id } })
  }
  const columns: Column<Session>[] = [
    {
      id: 'device',
      header: t('Device'),
      width: 'minmax(200px, 2fr)',
      cell: (session) => <DeviceCell session={session} />,
    },
    { id: 'address', header: t('Address'), cell: ({ ipAddress }) => <span className="mono">{ipAddress}</span>, hideOn: 'phone' },
    { id: 'active', header: t('Last active'), cell: ({ lastActive }) => <RelativeTime at={lastActive} />, hideOn: 'phone' },
    { id: 'since', header: t('Signed in'), cell: ({ createdAt }) => <RelativeTime at={createdAt} />, hideOn: 'tablet' },
    {
      id: 'actions',
      header: '',
      width: '110px',
      align: 'end',
      interactive: true,
      cell: (session) =>
        !session.isCurrent && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('End session: {session}', { session: nameOf(session) })}
            onClick={() => void askToEnd(session)}
          >
            {t('End')}
          </Button>
        ),
    },
  ]
  if (isError && !data) return <ErrorState error={error} title={t('Sessions could not be loaded')} onRetry={() => void refetch()} />
  return (
    <DataTable
      label={t('Active sessions')}
      columns={columns}
      rows={data ?? []}
      rowId={({ id }) => id}
      rowLabel={nameOf}
      loading={isPending}
      totalCount={data?.length}
    />
  )
}

function DeviceCell({ session }: { session: Session }) {
  const Glyph = ['iOS', 'Android'].includes(session.device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <span className={classes.device}>
      <Glyph size={18} stroke={1.6} aria-hidden />
      <span className={classes.deviceName}>{nameOf(session)}</span>
      {session.isCurrent && (
        <Badge variant="light" size="sm">
          {t('This session')}
        </Badge>
      )}
    </span>
  )
}
