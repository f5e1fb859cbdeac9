import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { t } from '../../../lib/words.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { orderOf } from '../api.ts'
import { ContactMenu } from '../contact-menu.tsx'
import { sourceLabels } from '../contact-labels.ts'
import { TagList } from '../tag-list.tsx'
import type { ContactActions } from '../use-contact-actions.ts'
import type { ContactsView } from '../use-contacts-view.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../contacts.module.css'

interface ContactsTableProps {
  rows: readonly Contact[]
  totalCount: number | undefined
  loading: boolean
  hasMore: boolean
  loadingMore: boolean
  onLoadMore: () => void
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  actions: ContactActions
  view: ContactsView
}

const columnsFor = (actions: ContactActions): readonly Column<Contact>[] => [
  { id: 'name', header: t('Name'), width: 'minmax(0, 1.3fr)', sortBy: 'name', cell: (contact) => <ContactName contact={contact} /> },
  {
    id: 'email',
    header: t('Email'),
    width: 'minmax(0, 1fr)',
    sortBy: 'email',
    hideOn: 'phone',
    cell: (contact) => <Email contact={contact} />,
  },
  {
    id: 'phone',
    header: t('Phone'),
    width: '150px',
    hideOn: 'tablet',
    cell: (contact) => <span className={styles.muted}>{contact.phone ?? '–'}</span>,
  },
  { id: 'tags', header: t('Tags'), width: '180px', hideOn: 'tablet', cell: (contact) => <TagList tags={contact.tags} most={2} /> },
  {
    id: 'source',
    header: t('Source'),
    width: '132px',
    hideOn: 'tablet',
    cell: (contact) => <span className={styles.muted}>{sourceLabels[contact.source]}</span>,
  },
  {
    id: 'created',
    header: t('Added'),
    width: '120px',
    sortBy: 'createdAt',
    hideOn: 'phone',
    cell: (contact) => (
      <span className={styles.muted}>
        <RelativeTime at={contact.createdAt} />
      </span>
    ),
  },
  {
    id: 'actions',
    header: '',
    width: '48px',
    align: 'end',
    interactive: true,
    cell: (contact) => <ContactMenu contact={contact} actions={actions} />,
  },
]

/** The contacts as rows; on phones each is a compact card of two lines. */
export function ContactsTable({ actions, view, ...rows }: ContactsTableProps) {
  const { sort, direction } = orderOf(view.search)
  return (
    <DataTable
      label={t('Contacts')}
      columns={columnsFor(actions)}
      rowId={(contact) => contact.id}
      rowLabel={(contact) => contact.name}
      sort={{ by: sort, order: direction }}
      onSort={({ by, order }) => view.change({ sort: order === 'desc' ? `-${by}` : by }, true)}
      onOpen={(contact) => view.openContact(contact.id)}
      {...rows}
    />
  )
}

function ContactName({ contact }: { contact: Contact }) {
  return (
    <span className={styles.lineWide}>
      <Avatar userId={null} name={contact.name} />
      <span className={styles.grow}>
        <span className={`${styles.truncateBlock} ${classes.name}`}>{contact.name}</span>
        <span className={`${styles.truncateBlock} ${classes.phoneFacts}`}>{contact.email ?? contact.phone}</span>
      </span>
    </span>
  )
}

function Email({ contact }: { contact: Contact }) {
  return (
    <span className={classes.cell}>
      <span className={`${styles.truncateBlock} ${classes.text}`}>{contact.email ?? '–'}</span>
      {contact.emailState === 'bounced' && <span className={classes.bad}>{t('Bounced')}</span>}
    </span>
  )
}
