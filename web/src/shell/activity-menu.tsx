import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { t } from '../lib/words.ts'
import { RowSkeletons } from './notifications-menu.tsx'
import classes from './header.module.css'

const RecentActivity = lazy(async () => ({ default: (await import('./recent-activity.tsx')).RecentActivity }))

/** The latest activity in the organization. */
export function ActivityMenu() {
  const [opened, setOpened] = useState(false)
  return (
    <Popover width={360} position="bottom-end" opened={opened} onChange={setOpened} trapFocus>
      <Tooltip label={t('Recent activity')} disabled={opened}>
        <Popover.Target>
          <ActionIcon className={classes.wideOnly} aria-label={t('Recent activity')} onClick={() => setOpened((open) => !open)}>
            <IconActivity size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label={t('Recent activity')}>
        <Suspense fallback={<RowSkeletons />}>{opened && <RecentActivity onLeave={() => setOpened(false)} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
