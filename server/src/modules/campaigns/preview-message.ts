import type { z } from 'zod'
import type { MessagePreview, RenderIssue } from '@imperium/contract/campaign-reports.ts'
import type { CampaignDefinition, MessageContent } from '@imperium/contract/campaigns.ts'
import { CampaignDefinition as Definition } from '@imperium/contract/campaigns.ts'
import type { Channel } from '@imperium/contract/reach.ts'
import { smsParts } from '@imperium/contract/sms-parts.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { audiencePage, loadRecipients } from '../contacts/index.ts'
import type { MessageContact } from '../contacts/index.ts'
import { messageFrame } from './campaign-messages.ts'
import { previewLinks } from './preview-links.ts'
import { nameOf } from './reports/recipients-store.ts'
import { PartError, compileMessage } from './render-message.ts'
import type { CompiledMessage, RenderedMessage } from './render-message.ts'
import { unknownNames } from './unknown-names.ts'

/** Stands in until an organization has its first contact. */
const example: MessageContact = {
  id: '',
  email: 'alex@example.com',
  phone: '+12025550123',
  emailHash: null,
  phoneHash: null,
  firstName: 'Alex',
  lastName: 'Example',
  name: 'Alex Example',
  locale: 'en',
  timeZone: 'UTC',
  source: 'manual',
  tags: [],
  custom: {},
  emailState: 'active',
}

/** The named contact, or the one known longest, or an example. @throws 404. */
export async function contactForPreview(tx: OrgTx, contactId: string | null): Promise<{ contact: MessageContact; isExample: boolean }> {
  const [id] = contactId === null ? await audiencePage(tx, { kind: 'all' }, null, 1) : [contactId]
  const contact = id === undefined ? undefined : (await loadRecipients(tx, [id])).get(id)
  if (!contact && contactId !== null) throw notFound('Contact not found.')
  return contact ? { contact, isExample: false } : { contact: example, isExample: true }
}

const issue = (
  part: string,
  kind: z.infer<typeof RenderIssue>['kind'],
  message: string,
  more: Partial<z.infer<typeof RenderIssue>> = {},
) => ({
  part,
  kind,
  message,
  field: null,
  line: null,
  column: null,
  ...more,
})

function fieldsOf(message: RenderedMessage | null) {
  const nothing = { subject: '', html: null, text: '', whatsappVariables: [], sms: null }
  if (!message) return nothing
  if (message.channel === 'email') return { ...nothing, subject: message.subject, html: message.html, text: message.text }
  if (message.channel === 'webhook') return { ...nothing, text: message.body }
  if (message.channel === 'sms') return { ...nothing, text: message.text, sms: smsParts(message.text) }
  return { ...nothing, text: message.shown, whatsappVariables: message.variables }
}

export interface Previewed {
  channel: Channel
  content: MessageContent
  campaignName: string
  purpose: string
  byAgent: boolean
  trackClicks: boolean
  contactId: string | null
}

/** A message as a contact would get it, with everything that is wrong with it. @throws 404. */
export async function previewMessage(platform: Platform, tx: OrgTx, asked: Previewed): Promise<z.infer<typeof MessagePreview>> {
  const { contact, isExample } = await contactForPreview(tx, asked.contactId)
  const whom = { contactId: isExample ? null : contact.id, contactName: nameOf(contact) }
  const definition: CampaignDefinition = Definition.parse({
    content: asked.content,
    purpose: asked.purpose,
    tracking: { clicks: asked.trackClicks },
  })
  const frame = await messageFrame(tx, { channel: asked.channel, name: asked.campaignName, definition })
  let compiled: CompiledMessage
  try {
    compiled = await compileMessage({ ...frame, byAgent: asked.byAgent, content: asked.content })
  } catch (error) {
    if (!(error instanceof PartError)) throw error
    const { line, column } = error.fault
    return { ...whom, ...fieldsOf(null), issues: [issue(error.part, 'syntax', error.message, { line, column })] }
  }
  const unknown = await unknownNames(tx, compiled, asked.byAgent)
  const rendering = compiled.render(contact, previewLinks(platform, tx.orgId))
  const issues = unknown.map((name) => issue('content', 'unknown_variable', `There is no variable ${name}`, { field: name }))
  if (rendering.ok) return { ...whom, ...fieldsOf(rendering.message), issues: issues.slice(0, 50) }
  const { kind, part, message, field, line, column } = rendering.problem
  // That it does not exist says why it has no value.
  if (field !== null && unknown.includes(field)) return { ...whom, ...fieldsOf(null), issues: issues.slice(0, 50) }
  return { ...whom, ...fieldsOf(null), issues: [...issues, issue(part, kind, message, { field, line, column })].slice(0, 50) }
}
