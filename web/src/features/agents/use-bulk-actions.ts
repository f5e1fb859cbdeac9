import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agents } from '@imperium/contract/agents.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { confirm } from '../../ui/confirm.ts'
import { dropAgents, patchAgent, refreshCounts } from './api.ts'
import { reportFailure } from './report-failure.ts'

type BulkAction = 'activate' | 'deactivate' | 'delete'
const doneWords = { activate: 'activated', deactivate: 'deactivated', delete: 'deleted' } as const

/** Activates, deactivates or deletes many agents at once. `onDone` clears the selection. */
export function useBulkActions(onDone: () => void) {
  const client = useQueryClient()
  const bulk = useMutation({
    mutationFn: (input: { ids: string[]; action: BulkAction }) => call(agents.bulk, { body: input }),
    meta: { silent: true },
    onError: (error, { action }) => reportFailure(`Failed to ${action} agents`, error),
    onSuccess: ({ changed, skipped }, { action }) => {
      if (changed.length > 0) notify.success(`${changed.length} agent(s) ${doneWords[action]}`)
      if (skipped.length > 0) notify.info(`${skipped.length} agent(s) skipped: restore archived and deprecated agents first`)
      if (action === 'delete') dropAgents(client, changed)
      for (const id of action === 'delete' ? [] : changed) patchAgent(client, id, { status: action === 'activate' ? 'ACTIVE' : 'PAUSED' })
      refreshCounts(client)
      onDone()
    },
  })

  async function askAndDelete(ids: string[]): Promise<void> {
    const yes = await confirm({ title: 'Delete agents', message: `Delete ${ids.length} agent(s)?`, action: 'Delete' })
    if (yes) bulk.mutate({ ids, action: 'delete' })
  }

  return {
    run: (ids: string[], action: 'activate' | 'deactivate') => bulk.mutate({ ids, action }),
    remove: (ids: string[]) => void askAndDelete(ids),
    busy: bulk.isPending,
  }
}
