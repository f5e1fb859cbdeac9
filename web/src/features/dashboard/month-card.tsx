import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMicros, formatNumber } from '../../lib/format.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/text/money.tsx'
import type { Stats } from './use-dashboard.ts'
import classes from './dashboard.module.css'

/** The current calendar month: model costs in US dollars, and activity counts. */
export function MonthCard({ stats }: { stats: Stats | undefined }) {
  const { monthlyBudgetMicros } = useOrganization()
  const cost = stats?.performance.totalCostThisMonthMicros
  return (
    <Card title={t('This month')} aside={t('in US dollars')}>
      <p className={classes.figure}>{cost === undefined ? <Skeleton height={26} width={96} my={4} /> : <Money micros={cost} />}</p>
      <p className={classes.caption}>{monthlyBudgetMicros === null ? t('Cost of models, no monthly budget set') : t('Cost of models')}</p>
      {monthlyBudgetMicros !== null && <Budget cost={cost ?? 0} budget={monthlyBudgetMicros} />}
      <dl className={classes.facts}>
        <Fact label={t('Runs this month')} value={stats && formatNumber(stats.usage.agentExecutionsThisMonth)} />
        <Fact label={t('Runs today')} value={stats && formatNumber(stats.usage.agentExecutionsToday)} />
        <Fact label={t('Members')} value={stats && formatNumber(stats.overview.totalUsers)} />
      </dl>
    </Card>
  )
}

function Budget({ cost, budget }: { cost: number; budget: number }) {
  const percent = budget === 0 ? 100 : Math.min(100, (cost / budget) * 100)
  return (
    <div className={classes.budget}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ width: `${percent}%` }} data-high={percent >= 90 || undefined} />
      </span>
      <span>
        <Rich
          text={t('{percent}% of the budget of <b>{amount}</b>', { percent: Math.round(percent), amount: formatMicros(budget) })}
          tags={{ b: <span className="tnum" /> }}
        />
      </span>
    </div>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{value ?? <Skeleton height={12} width={40} />}</dd>
    </div>
  )
}
