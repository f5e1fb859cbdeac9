import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts } from '../contacts/index.ts'
import { memoryActs, memoryOperations } from './routes.ts'
import { eraseFactsOf, listMemories, mergeFacts } from './store.ts'

export { keepFact, listMemories } from './store.ts'

export const contactMemoriesModule: ModuleFactory = () => ({
  name: 'contact-memories',
  tables: ['contact_memories'],
  acts: memoryActs,
  operations: memoryOperations(),
  extensions: [
    extendContacts({
      name: 'contact-memories',
      exportContact: async (tx, contactId) => ({ agentMemories: await listMemories(tx, contactId) }),
      eraseContacts: eraseFactsOf,
      mergeContact: mergeFacts,
    }),
  ],
})
