import { Skeleton } from '@mantine/core'
import { IconActivity, IconBolt, IconHierarchy2, IconPencil, IconRobot, IconUserPlus } from '@tabler/icons-react'
import type { ActivityItem } from '@imperium/contract/dashboard.ts'
import type { z } from 'zod'
import { t, translateSentence } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import classes from './dashboard.module.css'

type Activity = z.infer<typeof ActivityItem>

const icons = {
  agent_created: IconRobot,
  agent_executed: IconBolt,
  user_joined: IconUserPlus,
  workflow_executed: IconHierarchy2,
  change: IconPencil,
} as const

/** The latest activity in the organization. */
export function ActivityCard({ items }: { items: readonly Activity[] | undefined }) {
  return (
    <Card title={t('Recent activity')}>
      {!items && <ActivitySkeleton />}
      {items?.length === 0 && (
        <div className={classes.centred}>
          <EmptyState plain icon={IconActivity} title={t('Nothing happened yet')} text={t('Runs and changes appear here.')} />
        </div>
      )}
      {items && items.length > 0 && (
        <ul className={classes.activity}>
          {items.map((item) => (
            <li key={item.id}>
              <ActivityRow item={item} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function ActivityRow({ item }: { item: Activity }) {
  const Symbol = icons[item.type]
  const message = translateSentence(item.sentence, item.values)
  const body = (
    <>
      <span className={classes.activityIcon}>
        <Symbol size={15} stroke={1.7} aria-hidden />
      </span>
      <span className={classes.activityWords} title={message}>
        {message}
      </span>
      <span className={classes.activityTime}>
        <RelativeTime at={item.timestamp} />
      </span>
    </>
  )
  if (item.link === null) return <div className={classes.activityRow}>{body}</div>
  return (
    <OrgLink path={item.link} className={classes.activityRow}>
      {body}
    </OrgLink>
  )
}

function ActivitySkeleton() {
  return (
    <div className={classes.activity}>
      {[82, 64, 75, 58, 70].map((width) => (
        <div key={width} className={classes.activityRow}>
          <Skeleton width={26} height={26} radius={7} />
          <Skeleton height={11} width={`${width}%`} />
        </div>
      ))}
    </div>
  )
}
