import { useMutation, useQueryClient } from '@tanstack/react-query'
import { entities } from '@imperium/contract/entities/entities.ts'
import type { EntityDefinition, EntityDifference } from '@imperium/contract/entities/entities.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { reportError } from '../../lib/query-client.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { changed, removeMutation } from './api.ts'

const askEveryMs = 400

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Activates, and answers when the job has made the table, or could not. */
async function activate({ id, updatedAt }: { id: string; updatedAt?: string }): Promise<EntityDefinition> {
  let entity = await call(entities.activate, { params: { id }, query: updatedAt === undefined ? {} : { updatedAt } })
  while (entity.change?.state === 'waiting') {
    await pause(askEveryMs)
    entity = await call(entities.read, { params: { id } })
  }
  return entity
}

export interface EntityActions {
  /** Asks first. */
  activate: (entity: EntityDefinition) => Promise<void>
  /** What was shown of the change, and nothing else. */
  activateShown: (entity: EntityDefinition, difference: EntityDifference) => void
  remove: (entity: EntityDefinition) => Promise<void>
  isBusy: boolean
}

/** What members do with an entity from a card, a row or its panel. */
export function useEntityActions({ onDone }: { onDone?: () => void } = {}): EntityActions {
  const client = useQueryClient()
  const refresh = () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
  const activation = useMutation({
    mutationFn: activate,
    meta: { silent: true },
    onSuccess: async (entity) => {
      if (entity.change?.state === 'failed') notify.error(`${t('Failed to activate entity')}: ${translateMessage(entity.change)}`)
      else notify.success(t('Entity activated successfully!'))
      await refresh()
      onDone?.()
    },
    onError: (error) => reportError(error, t('Failed to activate entity')),
  })
  const removal = useMutation({ ...removeMutation, onSuccess: () => onDone?.() })
  return {
    activate: async ({ id }) => {
      const question = {
        title: t('Activate'),
        message: t('Are you sure you want to activate this entity? This will create the database table.'),
        action: t('Activate'),
        danger: false,
      }
      if (await confirm(question)) activation.mutate({ id })
    },
    activateShown: ({ id }, { updatedAt }) => activation.mutate({ id, updatedAt }),
    remove: async ({ id }) => {
      const question = { title: t('Delete'), message: t('Are you sure you want to delete this entity?'), action: t('Delete') }
      if (await confirm(question)) removal.mutate({ params: { id } })
    },
    isBusy: activation.isPending || removal.isPending,
  }
}
