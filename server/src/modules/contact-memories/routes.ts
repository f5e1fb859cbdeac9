import { contactMemories } from '@imperium/contract/contacts/contact-memories.ts'
import type { ContactMemory } from '@imperium/contract/contacts/contact-memories.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { findContact } from '../contacts/index.ts'
import { correctFact, eraseFact, keepFact, listMemories } from './store.ts'

export const memoryActs: ModuleActs = {
  sentences: {
    'contact-memories.create': describedAct('change', '{actor} wrote a fact for agents about a contact'),
    'contact-memories.update': describedAct('change', '{actor} corrected a fact for agents about a contact'),
    'contact-memories.remove': describedAct('change', '{actor} erased a fact for agents about a contact'),
  },
}

async function requireContact({ tx }: OrgContext, id: string): Promise<void> {
  if (!(await findContact(tx, id))) throw notFound()
}

async function requireFact({ tx }: OrgContext, contactId: string, id: string): Promise<ContactMemory> {
  const found = (await listMemories(tx, contactId)).find((each) => each.id === id)
  if (!found) throw notFound()
  return found
}

// The audit log outlives the contact: it does not repeat the facts.
export const memoryOperations = () =>
  bindOperations(contactMemories, {
    list: async ({ params }, context) => {
      await requireContact(context, params.id)
      return listMemories(context.tx, params.id)
    },
    create: async ({ params, body }, context) => {
      await requireContact(context, params.id)
      const kept = await keepFact(context.tx, params.id, body.fact, '')
      if (!kept) throw conflict('No more facts can be kept about this contact. Erase one first.')
      context.audit({ targetId: params.id })
      return kept
    },
    update: async ({ params: { id, memoryId }, body }, context) => {
      await requireFact(context, id, memoryId)
      const others = (await listMemories(context.tx, id)).filter((each) => each.id !== memoryId)
      if (others.some(({ fact }) => fact.toLowerCase() === body.fact.toLowerCase())) throw conflict('This fact is kept already.')
      await correctFact(context.tx, id, memoryId, body.fact)
      context.audit({ targetId: id })
      return requireFact(context, id, memoryId)
    },
    remove: async ({ params: { id, memoryId } }, context) => {
      await requireFact(context, id, memoryId)
      await eraseFact(context.tx, id, memoryId)
      context.audit({ targetId: id })
      return null
    },
  })
