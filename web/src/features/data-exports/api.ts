import { dataExports } from '@imperium/contract/data-exports/data-exports.ts'
import type { DataExport } from '@imperium/contract/data-exports/data-exports.ts'
import { keyOf, mutation, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

const pollMs = 3_000

export const heldQuery = { ...query(dataExports.held), meta: { silent: true } }
/** Asked again while one is being written. */
export const exportsQuery = {
  ...query(dataExports.list),
  refetchInterval: ({ state }: { state: { data?: DataExport[] | undefined } }) =>
    state.data?.some((each) => each.state === 'running') ? pollMs : false,
  meta: { silent: true },
}

const invalidates = [keyOf(dataExports.list)]

export const createMutation = mutation(dataExports.create, {
  success: t('The export is being written'),
  failure: t('The export could not be started'),
  invalidates,
})
export const removeMutation = mutation(dataExports.remove, {
  success: t('Export deleted'),
  failure: t('The export could not be deleted'),
  invalidates,
})
