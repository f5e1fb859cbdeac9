import { Button } from '@mantine/core'
import { IconDownload, IconFilterOff, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { activityStatuses, auditDays } from '@imperium/contract/activity.ts'
import type { AuditEntry } from '@imperium/contract/activity.ts'
import { activityKinds } from '@imperium/contract/activity.ts'
import { t } from '../../lib/words.ts'
import { useRows } from '../../ui/list/use-rows.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../../ui/styles.module.css'
import classes from './activity.module.css'
import {
  actorName,
  countText,
  deviceText,
  kindOptions,
  rangeLabels,
  describeActivity,
  statusOptions,
  statusTones,
  statusText,
} from './activity-labels.ts'
import { auditQuery, exportAuditMutation } from './api.ts'
import { AuditPanel } from './audit-panel.tsx'
import { Moment } from './moment.tsx'
import type { AuditSearch } from './search.ts'

const rangeOptions = auditDays.map((value) => ({ value, label: rangeLabels[value] }))

const columns: readonly Column<AuditEntry>[] = [
  { id: 'act', header: t('Action'), width: 'minmax(0, 2.4fr)', cell: (entry) => <ActionText entry={entry} /> },
  { id: 'user', header: t('User'), width: 'minmax(0, 1fr)', hideOn: 'phone', cell: (entry) => <ActorText entry={entry} /> },
  {
    id: 'address',
    header: t('IP address'),
    width: 'minmax(0, 1.1fr)',
    hideOn: 'tablet',
    cell: (entry) => (
      <span className={`${styles.column} ${classes.twoLines}`}>
        <span className="mono">{entry.ipAddress ?? '–'}</span>
        <span className={classes.second}>{deviceText(entry)}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: t('Status'),
    width: '104px',
    cell: ({ status }) => <StatusDot tone={statusTones[status]} label={statusText[status]} />,
  },
  { id: 'time', header: t('Time'), width: '104px', align: 'end', hideOn: 'phone', cell: ({ timestamp }) => <Moment at={timestamp} /> },
]

function ActorText({ entry }: { entry: AuditEntry }) {
  return (
    <span className={classes.person}>
      <Avatar userId={entry.actorKind === 'user' ? entry.userId : null} name={actorName(entry)} size={24} />
      <span>{actorName(entry)}</span>
    </span>
  )
}

function ActionText({ entry }: { entry: AuditEntry }) {
  return (
    <span className={`${styles.column} ${classes.twoLines}`}>
      <span>{describeActivity(entry)}</span>
      <span className={`mono ${classes.second}`}>{entry.action}</span>
    </span>
  )
}

interface AuditLogProps {
  search: AuditSearch
  onChange: (next: { [K in keyof AuditSearch]: AuditSearch[K] | undefined }) => void
}

/** The security audit log: every write and every refusal of the organization, and the sign-ins of its members. */
export function AuditLog({ search, onChange }: AuditLogProps) {
  const list = useRows(auditQuery(search))
  const { rows } = list
  const open = rows.find(({ id }) => id === search.entry)
  const filtered = Boolean(search.q ?? search.type ?? search.status ?? search.actor)
  const clear = () => onChange({ q: undefined, type: undefined, status: undefined, actor: undefined })
  return (
    <>
      <AuditFilter search={search} onChange={onChange} count={countText(list)} />
      {list.error && <ErrorState error={list.error} title={t('The audit log could not be loaded')} onRetry={list.retry} />}
      {list.isEmpty && (
        <EmptyState
          icon={IconFilterOff}
          title={filtered ? t('No entry matches') : t('No entries in this period')}
          text={t('Try another search term, filter or period.')}
          {...(filtered ? { action: <ClearButton onClick={clear} /> } : {})}
        />
      )}
      {(list.table.loading || rows.length > 0) && (
        <DataTable
          label={t('Audit log')}
          columns={columns}
          rowId={({ id }) => id}
          rowLabel={describeActivity}
          {...list.table}
          onOpen={({ id }) => onChange({ entry: id })}
        />
      )}
      {list.hasMoreFailed && (
        <Button variant="default" onClick={list.retry}>
          {t('More could not be loaded. Try again')}
        </Button>
      )}
      {open && (
        <AuditPanel
          entry={open}
          onClose={() => onChange({ entry: undefined })}
          onActor={(actor) => onChange({ actor, entry: undefined })}
          filteredByActor={search.actor !== undefined}
        />
      )}
    </>
  )
}

const ClearButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    {t('Clear filters')}
  </Button>
)

function AuditFilter({ search, onChange, count }: AuditLogProps & { count: string }) {
  const exporting = useMutation(exportAuditMutation)
  return (
    <FilterBar
      search={search.q ?? ''}
      onSearch={(q) => onChange({ q: q.trim() === '' ? undefined : q })}
      searchLabel={t('Search the audit log')}
      filters={[
        {
          label: t('Type'),
          value: search.type ?? null,
          options: kindOptions,
          onChange: (next) => onChange({ type: activityKinds.find((each) => each === next) }),
        },
        {
          label: t('Status'),
          value: search.status ?? null,
          options: statusOptions,
          onChange: (next) => onChange({ status: activityStatuses.find((each) => each === next) }),
        },
        {
          label: t('Time range'),
          value: search.days ?? '30',
          options: rangeOptions,
          required: true,
          onChange: (next) => onChange({ days: auditDays.find((each) => each === next && each !== '30') }),
        },
      ]}
      count={count}
    >
      {search.actor && (
        <Button
          variant="default"
          rightSection={<IconX size={14} stroke={1.8} aria-hidden />}
          aria-label={t('Show all contacts')}
          onClick={() => onChange({ actor: undefined })}
        >
          {t('One contact')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(search)}
      >
        {t('Export CSV')}
      </Button>
    </FilterBar>
  )
}
