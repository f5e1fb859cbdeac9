import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agents } from '@imperium/contract/agents.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { plural, t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { dropAgents, patchAgent, refreshCounts } from '../api.ts'
import { reportFailure } from '../report-failure.ts'

type BulkAction = 'activate' | 'deactivate' | 'delete'
const failedLabels: Record<BulkAction, string> = {
  activate: t('Failed to activate agents'),
  deactivate: t('Failed to deactivate agents'),
  delete: t('Failed to delete agents'),
}
const doneLabels: Record<BulkAction, (count: number) => string> = {
  activate: (count) => plural(count, { one: '{count} agent activated', other: '{count} agents activated' }),
  deactivate: (count) => plural(count, { one: '{count} agent deactivated', other: '{count} agents deactivated' }),
  delete: (count) => plural(count, { one: '{count} agent(s) deleted', other: '{count} agent(s) deleted' }),
}

/** Activates, deactivates or deletes many agents in one request. `onDone` clears the selection. */
export function useBulkActions(onDone: () => void) {
  const client = useQueryClient()
  const bulk = useMutation({
    mutationFn: (input: { ids: string[]; action: BulkAction }) => call(agents.bulk, { body: input }),
    meta: { silent: true },
    onError: (error, { action }) => reportFailure(failedLabels[action], error),
    onSuccess: ({ changed, skipped }, { action }) => {
      if (changed.length > 0) notify.success(doneLabels[action](changed.length))
      if (skipped.length > 0)
        notify.info(
          plural(skipped.length, {
            one: '{count} agent skipped: restore archived and deprecated agents first',
            other: '{count} agents skipped: restore archived and deprecated agents first',
          }),
        )
      if (action === 'delete') dropAgents(client, changed)
      for (const id of action === 'delete' ? [] : changed) patchAgent(client, id, { status: action === 'activate' ? 'ACTIVE' : 'PAUSED' })
      refreshCounts(client)
      onDone()
    },
  })

  async function confirmAndDeleteAll(ids: string[]): Promise<void> {
    const yes = await confirm({
      title: t('Delete agents'),
      message: plural(ids.length, { one: 'Delete {count} agent(s)?', other: 'Delete {count} agent(s)?' }),
      action: t('Delete'),
    })
    if (yes) bulk.mutate({ ids, action: 'delete' })
  }

  return {
    run: (ids: string[], action: 'activate' | 'deactivate') => bulk.mutate({ ids, action }),
    remove: (ids: string[]) => void confirmAndDeleteAll(ids),
    busy: bulk.isPending,
  }
}
