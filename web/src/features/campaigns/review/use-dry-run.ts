import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { DryRun } from '@imperium/contract/campaigns/campaign-reports.ts'
import { call, query } from '../../../lib/api.ts'

const refetchMs = 800

/** The last dry run of a campaign, polled while it runs, and a function to start another. */
export function useDryRun(id: string) {
  const client = useQueryClient()
  const options = { ...query(campaignReports.readDryRun, { params: { id } }), meta: { silent: true } }
  const read = useQuery({
    ...options,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? refetchMs : false),
  })
  const begin = useMutation({
    mutationFn: () => call(campaignReports.dryRun, { params: { id } }),
    meta: { silent: true },
    onSuccess: (run: DryRun) => client.setQueryData(options.queryKey, run),
  })
  return {
    data: read.data ?? null,
    isRunning: begin.isPending || read.data?.status === 'running',
    error: begin.error ?? read.error,
    start: () => begin.mutate(),
  }
}
