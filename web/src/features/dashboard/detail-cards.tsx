import { ActivityCard } from './activity-card.tsx'
import { AgentPerformanceCard } from './agent-performance-card.tsx'
import type { Period } from './api.ts'
import { ModelUsageCard } from './model-usage-card.tsx'
import { MonthCard } from './month-card.tsx'
import { QuickLinks } from './quick-links.tsx'
import { ResponseTimeCard } from './response-time-card.tsx'
import { RunsCard } from './runs-card.tsx'
import type { useDashboard } from './use-dashboard.ts'
import classes from './dashboard.module.css'

type Dashboard = ReturnType<typeof useDashboard>

interface DetailCardsProps {
  stats: Dashboard['stats']['data']
  charts: Dashboard['charts']['data']
  activity: Dashboard['activity']['data']
  period: Period
  isNew: boolean
}

/** The cards below the overview: runs, models, agents, the month, response times and activity. */
export function DetailCards({ stats, charts, activity, period, isNew }: DetailCardsProps) {
  return (
    <>
      {!isNew && (
        <>
          <RunsCard charts={charts} total={stats?.usage.agentExecutionsInPeriod} period={period} />
          <ModelUsageCard charts={charts} period={period} />
        </>
      )}
      <div className={classes.wideColumn}>
        <AgentPerformanceCard charts={charts} period={period} />
        <div className={classes.pair}>
          <MonthCard stats={stats} />
          <ResponseTimeCard stats={stats} period={period} />
        </div>
      </div>
      <div className={classes.narrowColumn}>
        <ActivityCard items={activity} />
        <QuickLinks />
      </div>
    </>
  )
}
