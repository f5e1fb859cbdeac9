import { ActionIcon, Button, Popover, Skeleton, Tooltip } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { IconAlertTriangle, IconBell, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { notifications } from '@imperium/contract/notifications.ts'
import type { Notification } from '@imperium/contract/notifications.ts'
import { inProductName } from '../lib/brand/brand.ts'
import { keyOf, mutation, query } from '../lib/api.ts'
import { useStream } from '../lib/use-stream.ts'
import { t } from '../lib/words.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { useOrgSlug } from '../ui/page/org-link.tsx'
import { RelativeTime } from '../ui/text/relative-time.tsx'
import classes from './header.module.css'

const listQuery = { ...query(notifications.list, { query: { limit: 20 } }), meta: { silent: true } }
const invalidates = [keyOf(notifications.list)]
const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX } as const

/** How many are unread, as the badge shows it: 9+ above 9. */
export const badgeText = (unread: number): string => (unread > 9 ? '9+' : String(unread))

/** The newest notifications; opening one marks it as read and goes to its subject. */
export function NotificationsMenu() {
  const [opened, setOpened] = useState(false)
  const list = useQuery({ ...listQuery, staleTime: 10_000 })
  useLiveUnread(() => list.refetch())
  const unread = list.data?.unread ?? 0
  const markAll = useMutation(mutation(notifications.markAllRead, { invalidates }))
  const label = unread === 0 ? t('Notifications') : t('Notifications, {count} unread', { count: unread })
  return (
    <Popover width={360} position="bottom-end" opened={opened} onChange={setOpened} trapFocus>
      <Tooltip label={t('Notifications')} disabled={opened}>
        <Popover.Target>
          <ActionIcon className={classes.bell} aria-label={label} onClick={() => setOpened((open) => !open)}>
            <IconBell size={17} stroke={1.7} aria-hidden />
            {unread > 0 && (
              <span className={classes.badge} aria-hidden>
                {badgeText(unread)}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label={t('Notifications')}>
        <div className={classes.menuHead}>
          <h2 className={classes.menuTitle}>{t('Notifications')}</h2>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            disabled={unread === 0 || markAll.isPending}
            onClick={() => markAll.mutate({})}
          >
            {t('Mark all read')}
          </Button>
        </div>
        {list.isPending && <RowSkeletons />}
        {list.isError && (
          <ErrorState plain error={list.error} title={t('Notifications could not be loaded')} onRetry={() => void list.refetch()} />
        )}
        {list.data?.items.length === 0 && (
          <EmptyState plain icon={IconBell} title={t('No notifications yet')} text={t('What needs your attention appears here.')} />
        )}
        {list.data && list.data.items.length > 0 && (
          <ul className={classes.list}>
            {list.data.items.map((notification) => (
              <li key={notification.id}>
                <NotificationRow notification={notification} onOpen={() => setOpened(false)} />
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Refetches the list when the unread count changes. Only while the tab is visible: browsers limit connections. */
function useLiveUnread(readAgain: () => Promise<unknown>): void {
  const queryClient = useQueryClient()
  const visible = useDocumentVisibility() === 'visible'
  useStream(
    notifications.events,
    {},
    {
      enabled: visible,
      onEvent: ({ unread }) => {
        if (queryClient.getQueryData(listQuery.queryKey)?.unread !== unread) void readAgain()
      },
      onPoll: async () => {
        await readAgain()
      },
    },
  )
}

function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const navigate = useNavigate()
  const slug = useOrgSlug()
  const markRead = useMutation(mutation(notifications.markRead, { invalidates, silent: true }))
  const Glyph = icons[notification.type]
  function open(): void {
    if (!notification.read) markRead.mutate({ params: { id: notification.id } })
    if (notification.actionUrl === null) return
    onOpen()
    void navigate({ href: `/org/${slug}/${notification.actionUrl.replace(/^\/+/, '')}` })
  }
  return (
    <button type="button" className={classes.row} onClick={open}>
      <span className={classes.rowIcon} data-type={notification.type}>
        <Glyph size={15} stroke={1.7} aria-hidden />
      </span>
      <span className={classes.rowWords}>
        <span className={classes.rowTitle}>{inProductName(notification.title)}</span>
        <span className={classes.rowText}>{inProductName(notification.message)}</span>
        <span className={classes.rowTime}>
          <RelativeTime at={notification.timestamp} />
        </span>
      </span>
      {!notification.read && <span className={classes.unread} role="img" aria-label={t('Unread')} />}
    </button>
  )
}

/** Placeholders for loading rows, in the same size. */
export function RowSkeletons() {
  return (
    <div className={classes.list} role="status" aria-label={t('Loading')}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton width={26} height={26} radius={7} />
          <span className={classes.rowWords}>
            <Skeleton height={11} width="60%" mt={4} />
            <Skeleton height={10} width="85%" mt={7} />
          </span>
        </div>
      ))}
    </div>
  )
}
