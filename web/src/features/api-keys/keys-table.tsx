import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconEdit, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ApiKey } from '@imperium/contract/api-keys.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { revokeMutation } from './api.ts'
import { isChangeable, isRevocable, isRotatable, noteOf, purposeOf } from './key-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './api-keys.module.css'

interface KeysTableProps {
  label: string
  rows: readonly ApiKey[]
  loading: boolean
  hasMore: boolean
  loadingMore: boolean
  onLoadMore: () => void
  /** Why only revoking is possible now. */
  refusal: string | undefined
  onEdit: (key: ApiKey) => void
  onRotate: (key: ApiKey) => void
}

export function KeysTable({ label, rows, refusal, onEdit, onRotate, ...list }: KeysTableProps) {
  const columns = columnsOf({ refusal, onEdit, onRotate })
  return <DataTable label={label} columns={columns} rows={rows} rowId={(row) => row.id} rowLabel={(row) => row.name} {...list} />
}

type RowActions = Pick<KeysTableProps, 'refusal' | 'onEdit' | 'onRotate'>

function columnsOf(actions: RowActions): Column<ApiKey>[] {
  return [
    { id: 'name', header: t('Name'), width: 'minmax(140px, 1.3fr)', cell: (key) => <NameCell of={key} /> },
    {
      id: 'key',
      header: t('Key'),
      width: '276px',
      hideOn: 'tablet',
      cell: (key) => <code className={classes.masked}>{key.key}</code>,
    },
    { id: 'status', header: t('Status'), width: 'minmax(150px, 0.9fr)', hideOn: 'phone', cell: (key) => <StatusCell of={key} /> },
    {
      id: 'created',
      header: t('Created'),
      width: '110px',
      hideOn: 'tablet',
      cell: (key) => (
        <span className={styles.muted} title={t('Created by {name}', { name: key.createdBy })}>
          {formatDate(key.createdAt)}
        </span>
      ),
    },
    {
      id: 'used',
      header: t('Last used'),
      width: '94px',
      hideOn: 'phone',
      cell: (key) => (
        <span className={styles.muted}>
          <RelativeTime at={key.lastUsed} />
        </span>
      ),
    },
    {
      id: 'uses',
      header: t('Usage'),
      width: '68px',
      align: 'end',
      hideOn: 'phone',
      cell: (key) => <span className="tnum">{formatNumber(key.usageCount)}</span>,
    },
    {
      id: 'actions',
      header: '',
      width: '48px',
      align: 'end',
      interactive: true,
      cell: (key) => <KeyMenu of={key} {...actions} />,
    },
  ]
}

function NameCell({ of: key }: { of: ApiKey }) {
  return (
    <span className={classes.words}>
      <span className={`${styles.truncateBlock} ${classes.name}`}>{key.name}</span>
      <span className={`${styles.truncateBlock} ${styles.caption} ${classes.purpose}`}>{purposeOf(key)}</span>
      <span className={`${styles.caption} ${classes.phoneFacts}`}>
        <StatusDot {...dotOf(key)} /> · <RelativeTime at={key.lastUsed} empty={t('Never used')} />
      </span>
    </span>
  )
}

function StatusCell({ of: key }: { of: ApiKey }) {
  const note = noteOf(key)
  return (
    <span className={classes.words}>
      <StatusDot {...dotOf(key)} />
      {note && (
        <span className={`${styles.truncateBlock} ${styles.caption}`} title={note.full}>
          {note.short}
        </span>
      )}
    </span>
  )
}

function dotOf({ status, rotatesUntil }: ApiKey) {
  if (status === 'inactive') return { tone: 'idle', label: t('Inactive||API key') } as const
  return { tone: rotatesUntil ? 'warn' : 'ok', label: t('Active||API key') } as const
}

const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface KeyMenuProps extends RowActions {
  of: ApiKey
}

function KeyMenu({ of: key, refusal, onEdit, onRotate }: KeyMenuProps) {
  const revoke = useMutation(revokeMutation)
  async function confirmAndRevoke(): Promise<void> {
    const question = t('Are you sure you want to revoke this API key? This action cannot be undone.')
    const message = `${question} ${t('Keys replaced by rotation that still work are revoked too.')}`
    if (await confirm({ title: t('Revoke API key'), message, action: t('Revoke') })) revoke.mutate({ params: { id: key.id } })
  }
  if (!isRevocable(key)) return null
  const gate = { disabled: refusal !== undefined, title: refusal }
  return (
    <Menu width={180}>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name: key.name })} disabled={revoke.isPending}>
          <IconDots size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isChangeable(key) && (
          <Menu.Item leftSection={<IconEdit {...symbol} />} {...gate} onClick={() => onEdit(key)}>
            {t('Edit')}
          </Menu.Item>
        )}
        {isRotatable(key) && (
          <Menu.Item leftSection={<IconRefresh {...symbol} />} {...gate} onClick={() => onRotate(key)}>
            {t('Rotate')}
          </Menu.Item>
        )}
        {isChangeable(key) && <Menu.Divider />}
        <Menu.Item color="var(--bad)" leftSection={<IconTrash {...symbol} />} onClick={() => void confirmAndRevoke()}>
          {t('Revoke')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
