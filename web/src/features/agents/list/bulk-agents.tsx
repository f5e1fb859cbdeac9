import { useMutation } from '@tanstack/react-query'
import { IconListCheck, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { agentLimits } from '@imperium/contract/agents.ts'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { BulkBar } from '../../../ui/list/bulk-bar.tsx'
import type { BulkAction } from '../../../ui/list/bulk-bar.tsx'
import type { AgentsSearch } from '../agents-search.ts'
import { collectIds } from '../api.ts'
import { reportFailure } from '../report-failure.ts'
import { useBulkActions } from './use-bulk-actions.ts'
import type { Selection } from '../../../ui/list/use-selection.ts'

interface BulkAgentsProps {
  search: AgentsSearch
  selection: Selection
  loadedCount: number
  /** How many agents the filter matches on the server. */
  matching: number
  /** Reason why nothing may be changed. */
  refusal: string | undefined
}

/** Action bar for selected agents; handles up to 500 in one request, including agents that are not loaded yet. */
export function BulkAgents({ search, selection, loadedCount, matching, refusal }: BulkAgentsProps) {
  const bulk = useBulkActions(selection.clear)
  const collect = useMutation({
    mutationFn: () => collectIds(search),
    meta: { silent: true },
    onSuccess: (ids) => selection.set(new Set(ids)),
    onError: (error) => reportFailure(t('Failed to load agents'), error),
  })
  const ids = [...selection.ids]
  const tooMany = ids.length > agentLimits.bulkIds ? t('At most {count} agents at once', { count: agentLimits.bulkIds }) : undefined
  const disabledReason = refusal ?? tooMany
  const most = Math.min(matching, agentLimits.bulkIds)
  const canWiden = ids.length > 0 && ids.length < most && ids.length >= Math.min(loadedCount, most)
  const widen: BulkAction = {
    label:
      most < matching
        ? t('Select the first {count}', { count: formatNumber(most) })
        : t('Select all {count}', { count: formatNumber(most) }),
    icon: IconListCheck,
    onClick: () => collect.mutate(),
  }
  return (
    <BulkBar
      count={ids.length}
      onClear={selection.clear}
      busy={bulk.busy || collect.isPending}
      actions={[
        ...(canWiden ? [widen] : []),
        { label: t('Activate'), icon: IconPlayerPlay, onClick: () => bulk.run(ids, 'activate'), disabledReason },
        { label: t('Deactivate'), icon: IconPlayerPause, onClick: () => bulk.run(ids, 'deactivate'), disabledReason },
        { label: t('Delete'), icon: IconTrash, onClick: () => bulk.remove(ids), disabledReason },
      ]}
    />
  )
}
