import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { BelongsTo } from '../hierarchy/index.ts'
import { recordQuery, removeMutation, restoreMutation } from './api.ts'
import { RecordCell } from './record-cell.tsx'
import styles from '../../ui/styles.module.css'

interface RecordPanelProps {
  entity: EntityDefinition
  id: string
  mayWrite: boolean
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  onEdit: (id: string) => void
  onClose: () => void
}

/** One record with all its fields. */
export function RecordPanel({ entity, id, onClose, ...rest }: RecordPanelProps) {
  const { data: record, error, refetch } = useQuery(recordQuery(entity.entityName, id))
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={record ? record.label || t('Record') : t('Record')}
      subtitle={entity.displayName}
      width={600}
    >
      {error && !record && <ErrorState error={error} title={t('The record could not be loaded')} onRetry={() => void refetch()} />}
      {!record && !error && <Skeleton height={320} radius={10} />}
      {record && (
        <div className={styles.stackWide}>
          {record.deletedAt && <Notice tone="info">{t('This record is in the trash.')}</Notice>}
          {rest.mayWrite && <Actions entity={entity} record={record} onClose={onClose} {...rest} />}
          <FactList
            facts={[
              ...entity.fields.map((field) => [field.label, <RecordCell key={field.id} field={field} record={record} whole />] as const),
              [t('Created'), `${formatMoment(record.createdAt)} · ${record.createdByName}`],
              [t('Changed'), formatMoment(record.updatedAt)],
            ]}
          />
          <Suspense fallback={null}>
            <BelongsTo kind="record" entity={entity.entityName} id={record.id} name={record.label || t('Record')} />
          </Suspense>
        </div>
      )}
    </SidePanel>
  )
}

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function Actions({ entity, record, refusal, onEdit, onClose }: Omit<RecordPanelProps, 'id'> & { record: EntityRecord }) {
  const remove = useMutation({ ...removeMutation, onSuccess: onClose })
  const restore = useMutation(restoreMutation)
  const input = { params: { entity: entity.entityName, id: record.id } }
  const shared = { disabled: refusal !== undefined, title: refusal, variant: 'default' } as const
  async function askToDelete(): Promise<void> {
    const message = record.deletedAt
      ? t('"{name}" is deleted for good. This cannot be undone.', { name: record.label || t('Record') })
      : t('"{name}" moves to the trash, from where you can restore it.', { name: record.label || t('Record') })
    if (await confirm({ title: t('Delete record'), message, action: t('Delete') })) remove.mutate(input)
  }
  return (
    <div className={styles.wrapped}>
      {record.deletedAt ? (
        <Button {...shared} leftSection={<IconArrowBackUp {...symbol} />} loading={restore.isPending} onClick={() => restore.mutate(input)}>
          {t('Restore')}
        </Button>
      ) : (
        <Button {...shared} leftSection={<IconPencil {...symbol} />} onClick={() => onEdit(record.id)}>
          {t('Edit')}
        </Button>
      )}
      <Button {...shared} leftSection={<IconTrash {...symbol} />} loading={remove.isPending} onClick={() => void askToDelete()}>
        {record.deletedAt ? t('Delete for good') : t('Delete')}
      </Button>
    </div>
  )
}
