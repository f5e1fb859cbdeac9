import { Button } from '@mantine/core'
import { IconFileDownload, IconUsers } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import type { Segment, SegmentMember } from '@imperium/contract/contacts/segments.ts'
import { downloadFile } from '../../lib/download.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { useRows } from '../../ui/list/use-rows.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useOrgSlug } from '../../ui/page/org-link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { membersQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './segments.module.css'

const nameOf = ({ name, email, phone }: SegmentMember): string => name || email || phone || t('No name')

const columns: readonly Column<SegmentMember>[] = [
  {
    id: 'name',
    header: t('Name'),
    width: 'minmax(0, 1.2fr)',
    cell: (member) => (
      <span className={styles.grow}>
        <span className={classes.name}>{nameOf(member)}</span>
        <span className={classes.phoneFacts}>{member.email ?? member.phone}</span>
      </span>
    ),
  },
  {
    id: 'email',
    header: t('Email'),
    width: 'minmax(0, 1fr)',
    hideOn: 'phone',
    cell: ({ email }) => <span className={`${styles.caption} ${classes.summary}`}>{email ?? '–'}</span>,
  },
  {
    id: 'phone',
    header: t('Phone'),
    width: '150px',
    hideOn: 'tablet',
    cell: ({ phone }) => <span className={classes.muted}>{phone ?? '–'}</span>,
  },
  {
    id: 'created',
    header: t('Added'),
    width: '120px',
    hideOn: 'phone',
    cell: ({ createdAt }) => (
      <span className={classes.muted}>
        <RelativeTime at={createdAt} />
      </span>
    ),
  },
]

/** All contacts of a saved segment, newest first; loads more on scroll. */
export function SegmentMembers({ segment }: { segment: Segment }) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const list = useRows(membersQuery(segment.id))
  const { rows } = list
  const open = ({ id }: SegmentMember) => void navigate({ to: '/org/$orgSlug/contacts', params: { orgSlug }, search: { contact: id } })
  return (
    <Card title={t('Contacts in this segment')} aside={<ExportSegment segment={segment} />}>
      {list.error && <ErrorState error={list.error} title={t('Failed to load contacts')} onRetry={list.retry} />}
      {list.isEmpty && <EmptyState icon={IconUsers} title={t('This segment is empty')} plain />}
      {(list.table.loading || rows.length > 0) && (
        <DataTable
          label={t('Contacts in this segment')}
          columns={columns}
          rowId={(row) => row.id}
          rowLabel={nameOf}
          {...list.table}
          onOpen={open}
        />
      )}
      {list.hasMoreFailed && (
        <Button variant="default" onClick={list.retry}>
          {t('Failed to load contacts. Try again')}
        </Button>
      )}
    </Card>
  )
}

function ExportSegment({ segment }: { segment: Segment }) {
  const mayExport = useCan('contacts:export')
  const exporting = useMutation({
    mutationFn: () => downloadFile(contacts.exportList, { query: { segmentId: segment.id } }),
    meta: { failure: t('Failed to export contacts') },
  })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFileDownload size={15} stroke={1.7} aria-hidden />}
      disabled={!mayExport}
      title={mayExport ? undefined : t('Only owners and admins can export contacts')}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {t('Export as CSV')}
    </Button>
  )
}
