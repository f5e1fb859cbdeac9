import { formatCompact, formatNumber, formatPercent } from '../../lib/format.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import type { AgentCounts } from './api.ts'

const oneDecimal = (value: number) => formatPercent(value).replace('%', '')

/** The four figures above the list; counted on the server over the whole organization. */
export function AgentsStats({ stats, failed }: { stats: AgentCounts | undefined; failed: boolean }) {
  const unknown = failed && !stats
  const share = stats && stats.total > 0 ? `${formatPercent(Math.round((stats.active / stats.total) * 100))} of all agents` : undefined
  return (
    <StatStrip
      label="Agents in figures"
      loading={!stats && !failed}
      stats={[
        {
          label: 'Total agents',
          value: unknown ? '–' : formatNumber(stats?.total ?? 0),
          hint: stats && `${formatNumber(stats.maxAgents)} in your plan`,
        },
        { label: 'Active now', value: unknown ? '–' : formatNumber(stats?.active ?? 0), hint: share },
        { label: 'Total runs', value: unknown ? '–' : formatCompact(stats?.totalRuns ?? 0), hint: stats && 'Since the first agent' },
        {
          label: 'Success rate',
          ...(stats && stats.successRate !== null ? { value: oneDecimal(stats.successRate), unit: '%' } : { value: '–' }),
          hint: stats && (stats.successRate === null ? 'No finished run yet' : 'Of finished runs'),
        },
      ]}
    />
  )
}
