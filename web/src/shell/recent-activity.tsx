import { IconActivity, IconBolt, IconHierarchy2, IconPencil, IconRobot, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dashboard } from '@imperium/contract/dashboard.ts'
import { query } from '../lib/api.ts'
import { t, translateSentence } from '../lib/words.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { OrgLink } from '../ui/page/org-link.tsx'
import { RelativeTime } from '../ui/text/relative-time.tsx'
import { RowSkeletons } from './notifications-menu.tsx'
import classes from './header.module.css'

const activityQuery = { ...query(dashboard.activity, { query: { limit: 10 } }), meta: { silent: true } }
const icons = {
  agent_created: IconRobot,
  agent_executed: IconBolt,
  user_joined: IconUserPlus,
  workflow_executed: IconHierarchy2,
  change: IconPencil,
} as const

/** The last acts; read anew each time the menu is opened. */
export function RecentActivity({ onLeave }: { onLeave: () => void }) {
  const list = useQuery({ ...activityQuery, staleTime: 0 })
  return (
    <>
      <div className={classes.menuHead}>
        <h2 className={classes.menuTitle}>{t('Recent activity')}</h2>
      </div>
      {list.isPending && <RowSkeletons />}
      {list.isError && (
        <ErrorState plain error={list.error} title={t('Activity could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && (
        <EmptyState plain icon={IconActivity} title={t('Nothing happened yet')} text={t('Runs and changes appear here.')} />
      )}
      <ul className={classes.list}>
        {list.data?.map((item) => {
          const Glyph = icons[item.type]
          const body = (
            <>
              <span className={classes.rowIcon}>
                <Glyph size={15} stroke={1.7} aria-hidden />
              </span>
              <span className={classes.rowWords}>{translateSentence(item.sentence, item.values)}</span>
              <span className={classes.rowTime}>
                <RelativeTime at={item.timestamp} />
              </span>
            </>
          )
          return (
            <li key={item.id}>
              {item.link === null ? (
                <div className={classes.row}>{body}</div>
              ) : (
                <OrgLink path={item.link} className={classes.row} onClick={onLeave}>
                  {body}
                </OrgLink>
              )}
            </li>
          )
        })}
      </ul>
      <OrgLink path="activity" className={classes.menuFoot} onClick={onLeave}>
        {t('View all activity')}
      </OrgLink>
    </>
  )
}
