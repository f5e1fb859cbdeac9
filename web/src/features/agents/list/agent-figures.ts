import { formatCompact, formatDecimal, formatNumber, formatPercent } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import type { StatStripProps } from '../../../ui/list/stat-strip.tsx'
import type { AgentCounts } from '../api.ts'

/** The four figures above the list; counted on the server over the whole organization. */
export function agentFigures(stats: AgentCounts | undefined, failed: boolean): StatStripProps {
  const unknown = failed && !stats
  const share =
    stats && stats.total > 0
      ? t('{percent} of all agents', { percent: formatPercent(Math.round((stats.active / stats.total) * 100)) })
      : undefined
  return {
    label: t('Agents in figures'),
    loading: !stats && !failed,
    stats: [
      {
        label: t('Total agents'),
        value: unknown ? '–' : formatNumber(stats?.total ?? 0),
        hint: stats && t('{count} in your plan', { count: formatNumber(stats.maxAgents) }),
      },
      { label: t('Active now'), value: unknown ? '–' : formatNumber(stats?.active ?? 0), hint: share },
      {
        label: t('Total runs'),
        path: 'agents/runs',
        value: unknown ? '–' : formatCompact(stats?.totalRuns ?? 0),
        hint: stats && t('All time'),
      },
      {
        label: t('Success rate'),
        path: 'agents/runs?status=ended',
        ...(stats && stats.successRate !== null ? { value: formatDecimal(stats.successRate), unit: '%' } : { value: '–' }),
        hint: stats && (stats.successRate === null ? t('No finished run yet') : t('Of finished runs')),
      },
    ],
  }
}
