import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { isFinished, runs } from '@imperium/contract/runs.ts'
import { useStream } from '../../../lib/use-stream.ts'
import { refreshAfterRun, runQuery } from '../api.ts'
import { applyEvent, emptyRun, viewRun } from './run-state.ts'

/**
 * A run with its steps. Follows a working one by server-sent events (resumed after a disconnect), or polls every two seconds where events
 * are unavailable. Reads nothing while it is not `enabled`.
 */
export function useLiveRun(id: string, enabled = true) {
  const client = useQueryClient()
  const detail = useQuery({ ...runQuery(id), enabled })
  const [live, take] = useReducer(applyEvent, emptyRun)
  const shown = detail.data ? viewRun(detail.data, live) : null
  const following = shown !== null && !isFinished(shown.run.status)
  useStream(
    runs.events,
    { params: { id } },
    {
      enabled: following,
      onEvent: (event, eventId) => {
        take({ id: eventId, event })
        if (event.type !== 'done') return false
        refreshAfterRun(client, event.run.agentId)
        return true
      },
      onPoll: async () => {
        const { data } = await detail.refetch()
        if (!data || !isFinished(data.status)) return false
        refreshAfterRun(client, data.agentId)
        return true
      },
    },
  )
  return { shown, following, error: detail.isError ? detail.error : null, retry: () => void detail.refetch() }
}
