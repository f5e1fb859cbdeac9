import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { campaignChecklists } from '@imperium/contract/campaigns/launch-checklist.ts'
import type { LaunchChecklist } from '@imperium/contract/campaigns/launch-checklist.ts'
import { keyOf, query } from '../../../lib/api.ts'
import { profileQuery } from '../../../lib/session.ts'

export interface Checklist {
  data: LaunchChecklist | undefined
  error: Error | null
  /** Asks the server again: the campaign, or what is around it, has changed. */
  refresh: () => void
}

/** What a draft still needs, as saved. Read again with each save, and when a user returns from another tab. */
export function useChecklist({ id, status, updatedAt }: Campaign): Checklist {
  const client = useQueryClient()
  const options = query(campaignChecklists.checklist, { params: { id } })
  const { data, error } = useQuery({
    ...options,
    queryKey: [...options.queryKey, updatedAt],
    enabled: status === 'draft',
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    meta: { silent: true },
  })
  return {
    data,
    error,
    refresh: () => {
      void client.invalidateQueries({ queryKey: keyOf(campaignChecklists.checklist) })
      void client.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
  }
}
