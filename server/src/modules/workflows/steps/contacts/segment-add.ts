import { z } from 'zod'
import { textOf, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import { findContactBy } from '../../../contacts/index.ts'
import { joinSegment, tagsOfSegment } from '../../../segments/index.ts'
import { requiredText } from '../config-fields.ts'
import { failWith } from '../fail-with.ts'
import { defineStep } from '../step-type.ts'

const problemOf = async (tx: OrgTx, segmentId: string): Promise<Text | null> => {
  const result = await tagsOfSegment(tx, segmentId).catch(failWith)
  return 'kind' in result && result.kind === 'failed' ? textOf(result) : null
}

export const segmentAdd = defineStep({
  kind: 'commit',
  config: z.strictObject({
    /** An id, an email address or a phone number. */
    contact: requiredText('Name a contact', 320),
    segmentId: z.uuid('Choose a segment'),
  }),
  about: {
    type: 'segment_add',
    label: 'Add to a segment',
    description: 'Adds the tags of a segment to a contact.',
    category: 'people',
    icon: 'users',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'contact', label: 'Contact', kind: 'template', required: true, placeholder: '{{ steps.contact.id }}' },
      { path: 'segmentId', label: 'Segment', kind: 'segment', required: true },
    ],
    sample: { contactId: '0198c0de-0000-7000-8000-000000000001', tags: ['lead'], isMember: true },
  },
  check: async (_platform, tx, { segmentId }) => {
    const text = await problemOf(tx, segmentId)
    return text === null ? [] : [{ path: 'segmentId', ...worded(text) }]
  },
  run: async (_platform, tx, { contact, segmentId }, { workflowName }) => {
    const found = await findContactBy(tx, contact)
    if (!found) return { kind: 'failed', code: 'NO_CONTACT', message: 'This contact does not exist', retryable: false }
    try {
      const { tags, isMember } = await joinSegment(tx, { segmentId, contactId: found.id, by: workflowName })
      return {
        kind: 'done',
        output: { contactId: found.id, tags, isMember },
        link: { kind: 'segment', id: segmentId, contactId: found.id },
      }
    } catch (error) {
      return failWith(error)
    }
  },
})
