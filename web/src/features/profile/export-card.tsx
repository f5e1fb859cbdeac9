import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { profile } from '@imperium/contract/auth/profile.ts'
import { downloadFile } from '../../lib/download.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { exportQuery, requestExportMutation } from './api.ts'
import classes from './profile.module.css'

const whilePendingMs = 2_000

/** All stored data about the user, as one file. */
export function ExportCard() {
  const newest = useQuery({ ...exportQuery, refetchInterval: ({ state }) => (state.data?.status === 'pending' ? whilePendingMs : false) })
  const request = useMutation(requestExportMutation)
  const download = useMutation({
    mutationFn: (id: string) => downloadFile(profile.downloadExport, { params: { id } }),
    meta: { failure: t('The file could not be downloaded') },
  })
  const ready = newest.data?.status === 'ready' ? newest.data : null
  const isPending = newest.data?.status === 'pending'
  return (
    <Card title={t('Your data')}>
      <div className={classes.row}>
        <p className={classes.text}>
          {t('Export everything stored about you to one file: account, sessions, notifications and activity.')}
          {ready && <span className={classes.hint}>{t('Ready until {date}.', { date: formatDate(ready.expiresAt) })}</span>}
        </p>
        <div className={classes.rowButtons}>
          {ready && (
            <Button variant="default" disabled={download.isPending} onClick={() => download.mutate(ready.id)}>
              {t('Download')}
            </Button>
          )}
          <Button variant="default" disabled={request.isPending || isPending} onClick={() => request.mutate({})}>
            {isPending ? t('Collecting...') : ready ? t('Export again') : t('Export my data')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
