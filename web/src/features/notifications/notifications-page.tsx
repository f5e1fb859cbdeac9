import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { IconBell, IconCheck, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Notification } from '@imperium/contract/notifications.ts'
import { inProductName } from '../../lib/brand/brand.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/list/card-list.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { clearMutation, markAllReadMutation, markReadMutation, notificationsQuery, removeMutation } from './api.ts'
import { categoryLabels, typeIcons } from './notification-labels.ts'
import type { NotificationTab } from './search.ts'
import styles from '../../ui/styles.module.css'
import classes from './notifications.module.css'

const tabLabels: Record<NotificationTab, string> = { all: t('All'), unread: t('Unread'), mentions: t('Mentions'), updates: t('Updates') }

const emptyLabels: Record<NotificationTab, [title: string, text: string]> = {
  all: [t('No notifications yet'), t('What needs your attention appears here.')],
  unread: [t('All read'), t('Nothing is waiting for you.')],
  mentions: [t('No mentions'), t('Mentions of you appear here.')],
  updates: [t('No updates'), t('Changes of members and roles appear here.')],
}

/** /org/{slug}/notifications: all notifications of the user in this organization. */
export function NotificationsPage() {
  const { tab = 'all' } = useSearch({ from: '/org/$orgSlug/notifications' })
  const navigate = useNavigate({ from: '/org/$orgSlug/notifications' })
  const list = useRows(notificationsQuery(tab))
  const markAll = useMutation(markAllReadMutation)
  const clear = useMutation(clearMutation)
  const { rows } = list
  async function confirmAndClear(): Promise<void> {
    const message = t('Are you sure you want to delete all notifications? This action cannot be undone.')
    if (await confirm({ title: t('Clear all'), message, action: t('Clear all') })) clear.mutate({})
  }
  return (
    <Page
      title={t('Notifications')}
      subtitle={
        <>
          {t('What happened, and what needs your attention.')}{' '}
          <OrgLink path="profile?tab=notifications" className={classes.manage}>
            {t('Manage preferences')}
          </OrgLink>
        </>
      }
      actions={
        <>
          <Button variant="default" disabled={markAll.isPending || !rows.some((each) => !each.read)} onClick={() => markAll.mutate({})}>
            {t('Mark all as read')}
          </Button>
          <Button variant="default" disabled={clear.isPending || rows.length === 0} onClick={() => void confirmAndClear()}>
            {t('Clear all')}
          </Button>
        </>
      }
    >
      <PageTabs
        tabs={tabLabels}
        open={tab}
        onOpen={(next) => void navigate({ search: next === 'all' ? {} : { tab: next } })}
        skeletonHeight={280}
      >
        <div className={styles.stack}>
          {list.table.loading && <Skeleton height={280} radius={12} />}
          {list.error && <ErrorState error={list.error} title={t('Notifications could not be loaded')} onRetry={list.retry} />}
          {list.isEmpty && <EmptyState icon={IconBell} title={emptyLabels[tab][0]} text={emptyLabels[tab][1]} />}
          {rows.length > 0 && (
            <ul className={classes.list} aria-label={tabLabels[tab]}>
              {rows.map((each) => (
                <NotificationItem key={each.id} notification={each} />
              ))}
            </ul>
          )}
          <LoadMore list={list} label={t('Show older ones')} />
        </div>
      </PageTabs>
    </Page>
  )
}

function NotificationItem({ notification }: { notification: Notification }) {
  const { id, type, category, message, messageKey, timestamp, read, actionUrl } = notification
  const title = inProductName(notification.title)
  const markRead = useMutation(markReadMutation)
  const remove = useMutation(removeMutation)
  const Glyph = typeIcons[type]
  const see = () => {
    if (!read) markRead.mutate({ params: { id } })
  }
  return (
    <li className={classes.item} data-unread={!read || undefined}>
      <span className={classes.icon} data-type={type}>
        <Glyph size={16} stroke={1.7} aria-hidden />
      </span>
      <div className={styles.growWrap}>
        <p className={classes.title}>
          {actionUrl === null ? (
            title
          ) : (
            <OrgLink path={actionUrl} onClick={see}>
              {title}
            </OrgLink>
          )}
          {!read && <span className={classes.unread} role="img" aria-label={t('Unread')} />}
        </p>
        {message && <p className={classes.text}>{translateMessage({ message, ...messageKey })}</p>}
        <p className={classes.meta}>
          {categoryLabels[category]} · <RelativeTime at={timestamp} />
        </p>
      </div>
      <div className={styles.tools}>
        {!read && (
          <Tooltip label={t('Mark as read')}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('Mark as read: {title}', { title })} onClick={see}>
              <IconCheck size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={t('Delete')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Delete: {title}', { title })}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params: { id } })}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  )
}
