import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onboardingOperations } from './routes.ts'
import { deleteChoices, exportChoices } from './store.ts'

export const onboardingModule: ModuleFactory = (platform) => ({
  name: 'onboarding',
  tables: ['onboarding'],
  acts: { kinds: { onboarding: 'settings' } },
  operations: onboardingOperations,
  exportPerson: async ({ userId, orgIds }) => ({
    onboarding: await collectInEach(platform.db, orgIds, (tx) => exportChoices(tx, userId)),
  }),
  erasePerson: deleteChoices,
})
