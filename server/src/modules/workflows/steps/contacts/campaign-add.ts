import { z } from 'zod'
import { textOf, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import { joinCampaign, wayInto } from '../../../campaigns/index.ts'
import { findContactBy } from '../../../contacts/index.ts'
import { requiredText } from '../config-fields.ts'
import { failWith } from '../fail-with.ts'
import { defineStep } from '../step-type.ts'

const problemOf = async (tx: OrgTx, campaignId: string): Promise<Text | null> => {
  const result = await wayInto(tx, campaignId).catch(failWith)
  return 'kind' in result && result.kind === 'failed' ? textOf(result) : null
}

export const campaignAdd = defineStep({
  kind: 'commit',
  config: z.strictObject({
    /** An id, an email address or a phone number. */
    contact: requiredText('Name a contact', 320),
    campaignId: z.uuid('Choose a campaign'),
  }),
  about: {
    type: 'campaign_add',
    label: 'Add to a campaign',
    description: 'Adds a contact to the audience of a campaign, from the next send on.',
    category: 'people',
    icon: 'speakerphone',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'contact', label: 'Contact', kind: 'template', required: true, placeholder: '{{ steps.contact.id }}' },
      { path: 'campaignId', label: 'Campaign', kind: 'campaign', required: true },
    ],
    sample: { contactId: '0198c0de-0000-7000-8000-000000000001', tags: ['lead'], isMember: true },
  },
  check: async (_platform, tx, { campaignId }) => {
    const text = await problemOf(tx, campaignId)
    return text === null ? [] : [{ path: 'campaignId', ...worded(text) }]
  },
  run: async (_platform, tx, { contact, campaignId }, { workflowName }) => {
    const found = await findContactBy(tx, contact)
    if (!found) return { kind: 'failed', code: 'NO_CONTACT', message: 'This contact does not exist', retryable: false }
    try {
      const { tags, isMember } = await joinCampaign(tx, { campaignId, contactId: found.id, by: workflowName })
      return {
        kind: 'done',
        output: { contactId: found.id, tags, isMember },
        link: { kind: 'campaign', id: campaignId, contactId: found.id },
      }
    } catch (error) {
      return failWith(error)
    }
  },
})
