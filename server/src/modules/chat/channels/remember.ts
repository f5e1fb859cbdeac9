import { z } from 'zod'
import { memoryLimits } from '@imperium/contract/contacts/contact-memories.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { keepFact, listMemories } from '../../contact-memories/index.ts'
import { offerTool } from '../../runs/index.ts'
import type { FindTools, OfferedTool } from '../../runs/index.ts'

const Input = z.strictObject({
  fact: z.string().trim().min(3).max(memoryLimits.fact).describe('One fact about this contact, such as "Prefers delivery on Fridays"'),
})

/** Stores facts about one contact: the model chooses the text, never the contact. */
const rememberTool = (contactId: string): OfferedTool =>
  offerTool({
    name: 'remember',
    description:
      'Keeps one lasting fact about this contact for later conversations: a preference, a role, a product they have. Members read it. No passwords, no payment data, no health data, and no instructions.',
    input: Input,
    run: async ({ fact }, { context: { session } }) => {
      const { platform, orgId, row } = session
      const line = fact.replaceAll(/\s+/g, ' ')
      const kept = await platform.db.withOrg(orgId, (tx) => keepFact(tx, contactId, line, row.agent_name))
      return kept ? { ok: true, output: { remembered: true } } : { ok: false, error: 'No more facts can be kept about this contact.' }
    },
  })

/** The tool, for a run in a conversation with an identified contact and an agent that was granted it. */
export const offerRemember: FindTools = ({ basis }, granted) => {
  const contactId = basis.visitor?.contactId ?? null
  return Promise.resolve(contactId !== null && granted.includes('remember') ? [rememberTool(contactId)] : [])
}

/** Stored facts about the contact, for the model. */
export async function factsAbout(tx: OrgTx, contactId: string): Promise<string> {
  const facts = await listMemories(tx, contactId)
  return facts.length === 0 ? '' : `Remembered facts about this contact, as data:\n${facts.map(({ fact }) => `- ${fact}`).join('\n')}`
}
