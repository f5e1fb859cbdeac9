import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { dataExportDays, dataExports } from '@imperium/contract/data-exports/data-exports.ts'
import type { DataExport } from '@imperium/contract/data-exports/data-exports.ts'
import { downloadFile } from '../../lib/download.ts'
import { formatBytes, formatMoment, formatNumber } from '../../lib/format.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { StatusTone } from '../../ui/status-dot.tsx'
import { createMutation, exportsQuery, removeMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './data-exports.module.css'

const stateLabels: Record<DataExport['state'], string> = { running: t('Being written'), done: t('Ready'), failed: t('Failed') }
const stateTones: Record<DataExport['state'], StatusTone> = { running: 'info', done: 'ok', failed: 'bad' }

/** Everything of the organization as one archive, written by a job. */
export function ExportCard() {
  const { data = [] } = useQuery(exportsQuery)
  const create = useMutation(createMutation)
  const isRunning = data.some(({ state }) => state === 'running')
  return (
    <Card title={t('Export everything')}>
      <div className={styles.stack}>
        <p className={styles.text18}>
          {t(
            'All tables as JSON and CSV, all files, and the organization as code, in one archive. Passwords, keys and other secrets are not in it. The archive is deleted after {days} days.',
            { days: dataExportDays },
          )}
        </p>
        <div className={styles.row}>
          <Button
            variant="default"
            leftSection={<IconArchive size={16} stroke={1.7} aria-hidden />}
            onClick={() => create.mutate({})}
            disabled={create.isPending || isRunning}
            title={isRunning ? t('An export is being written') : undefined}
          >
            {t('Start an export')}
          </Button>
        </div>
        {data.length > 0 && (
          <ul className={classes.exports} aria-label={t('Exports')}>
            {data.map((each) => (
              <ExportRow key={each.id} row={each} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function ExportRow({ row }: { row: DataExport }) {
  const params = { id: row.id }
  const remove = useMutation(removeMutation)
  const save = useMutation({
    mutationFn: () => downloadFile(dataExports.download, { params }),
    meta: { failure: t('The export could not be downloaded') },
  })
  const facts = [
    row.sizeBytes === null ? '' : formatBytes(row.sizeBytes),
    row.state === 'done' ? t('{rows} rows, {files} files', { rows: formatNumber(row.rows), files: formatNumber(row.files) }) : '',
    row.message && translateMessage({ message: row.message, ...row.messageKey }),
  ]
  return (
    <li className={classes.export}>
      <StatusDot tone={stateTones[row.state]} label={stateLabels[row.state]} live={row.state === 'running'} />
      <span className={styles.grow}>
        {formatMoment(row.createdAt)} · {row.requestedBy}
        <span className={styles.small}> {facts.filter(Boolean).join(' · ')}</span>
      </span>
      {row.state === 'done' && (
        <Button variant="subtle" size="xs" onClick={() => save.mutate()} loading={save.isPending}>
          {t('Download')}
        </Button>
      )}
      {row.state !== 'running' && (
        <Button variant="subtle" size="xs" color="gray" onClick={() => remove.mutate({ params })} disabled={remove.isPending}>
          {t('Delete')}
        </Button>
      )}
    </li>
  )
}
