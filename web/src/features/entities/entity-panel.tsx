import { Button, Skeleton } from '@mantine/core'
import { IconBolt, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { formatDate } from '../../lib/format.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import {
  archiveMutation,
  deleteRetiredMutation,
  deprecateMutation,
  entityQuery,
  restoreFieldMutation,
  restoreMutation,
  retiredQuery,
  versionsQuery,
} from './api.ts'
import type { EntityListProps } from './entity-cards.tsx'
import { categoryLabels, columnTypeLabel, stateOf, typeLabel } from './entity-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './entities.module.css'

type PanelProps = EntityListProps & { id: string; onClose: () => void }

/** One entity with its schema, and what can be done with it now. */
export function EntityPanel({ id, onClose, ...rest }: PanelProps) {
  const { data: entity, error, refetch } = useQuery(entityQuery(id))
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={entity?.displayName ?? t('Entity')}
      subtitle={entity && <StatusDot {...stateOf(entity)} />}
      width={640}
    >
      {error && !entity && <ErrorState error={error} title={t('The entity could not be loaded')} onRetry={() => void refetch()} />}
      {!entity && !error && <Skeleton height={320} radius={10} />}
      {entity && (
        <div className={styles.stackWide}>
          {entity.change?.state === 'failed' && <Notice tone="bad">{translateMessage(entity.change)}</Notice>}
          {rest.mayManage && !entity.isSystemEntity && <PanelActions entity={entity} {...rest} />}
          <Facts entity={entity} />
          <Schema entity={entity} />
          {!entity.isSystemEntity && entity.status !== 'draft' && <History entity={entity} {...rest} />}
        </div>
      )}
    </SidePanel>
  )
}

function Facts({ entity }: { entity: EntityDefinition }) {
  const { entityName, tableName, version, description, category, vertical, module, tags, isSystemEntity, status } = entity
  const hasRecords = !isSystemEntity && (status === 'active' || status === 'deprecated')
  return (
    <FactList
      facts={[
        [t('Entity name'), <code key="name">{entityName}</code>],
        [t('Table name'), <code key="table">{tableName}</code>],
        [t('Status'), stateOf(entity).label],
        [t('Version'), version],
        [t('Description'), description || t('No description')],
        [t('Category'), categoryLabels[category]],
        vertical && [t('Vertical'), vertical],
        module && [t('Module'), module],
        tags.length > 0 && [t('Tags'), tags.join(', ')],
        hasRecords && [
          t('Records'),
          <OrgLink key="records" path={`records/${entityName}`}>
            {t('Open records')}
          </OrgLink>,
        ],
      ]}
    />
  )
}

/** Columns with their constraints, as the database names them. */
function Schema({ entity: { displayName, schemaDefinition } }: { entity: EntityDefinition }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.schema} aria-label={t('Schema of {entity}', { entity: displayName })}>
        <thead>
          <tr>
            <th>{t('Column')}</th>
            <th>{t('Type')}</th>
            <th>{t('Constraints')}</th>
          </tr>
        </thead>
        <tbody>
          {schemaDefinition.columns.map(({ name, type, nullable, unique }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>{columnTypeLabel(type)}</td>
              <td>{[nullable ? '' : 'NOT NULL', unique ? 'UNIQUE' : ''].filter(Boolean).join(' · ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function PanelActions({ entity, refusal, actions, change }: EntityListProps & { entity: EntityDefinition }) {
  const deprecate = useMutation(deprecateMutation)
  const archive = useMutation(archiveMutation)
  const restore = useMutation(restoreMutation)
  const { id, status, hasChanges } = entity
  const isOff = refusal !== undefined || actions.isBusy || entity.change?.state === 'waiting'
  const shared = { disabled: isOff, title: refusal }
  const input = { params: { id } }
  return (
    <div className={styles.wrapped}>
      {status === 'draft' && (
        <Button {...shared} leftSection={<IconBolt {...symbol} />} onClick={() => void actions.activate(entity)}>
          {t('Activate')}
        </Button>
      )}
      {hasChanges && (
        <Button {...shared} leftSection={<IconBolt {...symbol} />} onClick={() => change({ change: id, entity: undefined })}>
          {t('Activate changes')}
        </Button>
      )}
      {(status === 'draft' || status === 'active') && (
        <Button
          {...shared}
          variant="default"
          leftSection={<IconPencil {...symbol} />}
          onClick={() => change({ edit: id, entity: undefined })}
        >
          {t('Edit')}
        </Button>
      )}
      {status === 'active' && (
        <Button {...shared} variant="default" loading={deprecate.isPending} onClick={() => deprecate.mutate(input)}>
          {t('Deprecate')}
        </Button>
      )}
      {status === 'deprecated' && (
        <Button {...shared} variant="default" loading={archive.isPending} onClick={() => archive.mutate(input)}>
          {t('Archive')}
        </Button>
      )}
      {(status === 'deprecated' || status === 'archived') && (
        <Button {...shared} variant="default" loading={restore.isPending} onClick={() => restore.mutate(input)}>
          {t('Make active again')}
        </Button>
      )}
      {status === 'draft' && (
        <Button {...shared} variant="default" leftSection={<IconTrash {...symbol} />} onClick={() => void actions.remove(entity)}>
          {t('Delete')}
        </Button>
      )}
    </div>
  )
}

/** Versions, and the columns that they left behind. */
function History({ entity: { id }, mayManage, refusal }: EntityListProps & { entity: EntityDefinition }) {
  const { data: versions } = useQuery(versionsQuery(id))
  const { data: retired } = useQuery(retiredQuery(id))
  const restore = useMutation(restoreFieldMutation)
  const drop = useMutation(deleteRetiredMutation)
  const askDelete = async (column: string, label: string) => {
    const question = {
      title: t('Delete values'),
      message: t('The old values of “{field}” are deleted for good. This cannot be undone.', { field: label }),
      action: t('Delete values'),
    }
    if (await confirm(question)) drop.mutate({ params: { id, column } })
  }
  return (
    <>
      {versions && versions.length > 0 && (
        <section aria-label={t('Versions')}>
          <h3 className={styles.text}>{t('Versions')}</h3>
          <FactList
            facts={versions.map(({ version, createdAt, createdByName, fields }) => [
              t('Version {version}', { version }),
              `${formatDate(createdAt)} · ${createdByName} · ${fields.map(({ label }) => label).join(', ')}`,
            ])}
          />
        </section>
      )}
      {retired && retired.length > 0 && (
        <section aria-label={t('Kept columns')}>
          <h3 className={styles.text}>{t('Kept columns')}</h3>
          <ul className={`${styles.list} ${styles.stack}`}>
            {retired.map(({ column, label, type, until, alone }) => (
              <li key={column} className={styles.row}>
                <span className={styles.grow}>
                  {label} · {typeLabel(type)} ·{' '}
                  {until
                    ? t('kept until {date}', { date: formatDate(until) })
                    : plural(alone, { one: '{count} value exists only here', other: '{count} values exist only here' })}
                </span>
                {mayManage && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={refusal !== undefined}
                    title={refusal}
                    loading={restore.isPending}
                    onClick={() => restore.mutate({ params: { id, column } })}
                  >
                    {t('Restore as a field')}
                  </Button>
                )}
                {mayManage && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={refusal !== undefined}
                    title={refusal}
                    onClick={() => void askDelete(column, label)}
                  >
                    {t('Delete values')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
