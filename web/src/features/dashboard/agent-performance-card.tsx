import { Skeleton } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { formatCompact, formatPercent } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import type { Period } from './api.ts'
import type { Charts } from './use-dashboard.ts'
import classes from './dashboard.module.css'

/** The busiest agents of the period and how often their runs succeed. */
export function AgentPerformanceCard({ charts, period }: { charts: Charts | undefined; period: Period }) {
  const agents = charts?.agentPerformance
  return (
    <Card title={t('Agent performance')} aside={t('success rate')} className={classes.grow}>
      {!agents && <RowSkeletons />}
      {agents?.length === 0 && (
        <div className={classes.centred}>
          <EmptyState
            plain
            icon={IconRobot}
            title={t('No agent ran in the last {count} days', { count: period })}
            text={t('The ten busiest agents appear here with their success rate.')}
          />
        </div>
      )}
      {agents && agents.length > 0 && (
        <BarList
          label={t('Agent performance')}
          bars={agents.map(({ agentId, name, runs, successRate }) => ({
            id: agentId,
            label: (
              <OrgLink path={`agents?agent=${agentId}&tab=history`} className={classes.quiet}>
                {name}
              </OrgLink>
            ),
            percent: successRate,
            detail: plural(runs, { one: '{count} run', other: '{count} runs' }, { count: formatCompact(runs) }),
            value: formatPercent(successRate),
          }))}
        />
      )}
    </Card>
  )
}

function RowSkeletons() {
  return (
    <div className={classes.rowSkeletons}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={14} />
      ))}
    </div>
  )
}
