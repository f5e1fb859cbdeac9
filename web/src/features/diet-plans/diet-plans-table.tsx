import { ActionIcon } from '@mantine/core'
import { IconEye, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { DietPlanRow } from '@imperium/contract/diet-plans/diet-plan.ts'
import { formatDate } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Rows } from '../../ui/list/use-rows.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { removeMutation } from './api.ts'
import { statusOf } from './diet-plan-labels.ts'
import styles from '../../ui/styles.module.css'

interface TableProps {
  mayWrite: boolean
  /** Why none can be deleted now; undefined if they can. */
  refusal: string | undefined
  onOpen: (row: DietPlanRow) => void
}

export function DietPlansTable({ mayWrite, refusal, onOpen, ...table }: TableProps & Rows<DietPlanRow>['table']) {
  return (
    <DataTable
      label={t('Diet plans')}
      columns={columnsOf({ mayWrite, refusal, onOpen })}
      rowId={({ id }) => id}
      rowLabel={({ patientName, disease }) => `${patientName}, ${disease}`}
      onOpen={onOpen}
      {...table}
    />
  )
}

/** `7 days` in the reader's language. */
export const timespanOf = (days: number): string => plural(days, { one: '{count} day', other: '{count} days' })

function columnsOf({ mayWrite, refusal, onOpen }: TableProps): Column<DietPlanRow>[] {
  return [
    {
      id: 'patient',
      header: t('Patient'),
      width: 'minmax(140px, 1.3fr)',
      cell: ({ patientName }) => <span className={styles.truncate}>{patientName}</span>,
    },
    {
      id: 'disease',
      header: t('Disease'),
      width: 'minmax(120px, 1fr)',
      hideOn: 'phone',
      cell: ({ disease }) => <span className={`${styles.muted} ${styles.truncate}`}>{disease}</span>,
    },
    { id: 'duration', header: t('Duration'), width: '110px', hideOn: 'tablet', cell: ({ numberOfDays }) => timespanOf(numberOfDays) },
    { id: 'created', header: t('Created'), width: '130px', hideOn: 'tablet', cell: ({ createdAt }) => formatDate(createdAt) },
    { id: 'status', header: t('Status'), width: 'minmax(130px, 190px)', cell: (row) => <Status row={row} /> },
    {
      id: 'actions',
      header: '',
      width: '84px',
      align: 'end',
      interactive: true,
      cell: (row) => <Actions row={row} mayWrite={mayWrite} refusal={refusal} onOpen={() => onOpen(row)} />,
    },
  ]
}

function Status({ row }: { row: DietPlanRow }) {
  const { tone, label } = statusOf(row)
  const { statusReason, daysDone, numberOfDays } = row
  if (statusReason !== 'generating') return <StatusDot tone={tone} label={label} />
  return <StatusDot tone={tone} label={t('Day {done} of {days}', { done: daysDone, days: numberOfDays })} live />
}

interface ActionsProps {
  row: DietPlanRow
  mayWrite: boolean
  refusal: string | undefined
  onOpen: () => void
}

function Actions({ row: { id, patientName }, mayWrite, refusal, onOpen }: ActionsProps) {
  const remove = useMutation(removeMutation)
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete the diet plan of {name}? This cannot be undone.', { name: patientName })
    if (await confirm({ title: t('Delete diet plan'), message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <>
      <ActionIcon aria-label={t('View: {name}', { name: patientName })} onClick={onOpen}>
        <IconEye size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      {mayWrite && (
        <ActionIcon
          aria-label={t('Delete: {name}', { name: patientName })}
          disabled={refusal !== undefined || remove.isPending}
          title={refusal}
          onClick={() => void askToDelete()}
        >
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}
