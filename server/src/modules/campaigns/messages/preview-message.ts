import type { z } from 'zod'
import type { MessagePreview, RenderIssue } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { CampaignDefinition, MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import { CampaignDefinition as Definition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Audience, Channel } from '@imperium/contract/contacts/reach.ts'
import { smsParts } from '@imperium/contract/channels/sms-parts.ts'
import { message, textOf, worded } from '@imperium/contract/kit/message.ts'
import type { Text, Worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { audiencePage } from '../../segments/index.ts'
import { messageFrame } from './campaign-messages.ts'
import { renderedContent, withSegments } from './render-designs.ts'
import { previewLinks } from './preview-links.ts'
import { addressOn, nameOf } from '../reports/recipients-store.ts'
import { PartError, compileMessage } from './render-message.ts'
import type { CompiledMessage, RenderProblem, RenderedMessage } from './render-message.ts'
import { unknownNames } from './unknown-names.ts'

/** Used until an organization has its first contact. */
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

/** How many contacts of an audience are searched for one with an address. */
const lookedAt = 20

/** A contact of the audience, with an address on the channel where one of the first contacts has it. */
async function someoneOf(tx: OrgTx, audience: Audience, channel: Channel): Promise<MessageContact | undefined> {
  const ids = await audiencePage(tx, audience, null, lookedAt).catch((error: unknown) => {
    // The audience names a deleted segment: the error is shown where the audience is chosen.
    if (error instanceof AppError) return []
    throw error
  })
  const found = await loadRecipients(tx, ids)
  const people = ids.flatMap((id) => found.get(id) ?? [])
  const hasAddress = (contact: MessageContact) =>
    addressOn(channel, contact) !== '' && (channel !== 'email' || contact.emailState === 'active')
  return people.find(hasAddress) ?? people[0]
}

interface PreviewOf {
  contactId: string | null
  audience: Audience | null
  channel: Channel
}

/** The named contact, or one of the audience, or the oldest contact, or an example. @throws 404. */
export async function contactForPreview(
  tx: OrgTx,
  { contactId, audience, channel }: PreviewOf,
): Promise<{ contact: MessageContact; isExample: boolean }> {
  if (contactId !== null) {
    const named = (await loadRecipients(tx, [contactId])).get(contactId)
    if (!named) throw notFound('Contact not found.')
    return { contact: named, isExample: false }
  }
  const contact = (audience && (await someoneOf(tx, audience, channel))) ?? (await someoneOf(tx, { kind: 'all' }, channel))
  return contact ? { contact, isExample: false } : { contact: example, isExample: true }
}

/** The contact with its segments, as blocks ask for them. A segment that is gone shows as one that the contact is not in. */
export async function inSegments(tx: OrgTx, definition: CampaignDefinition, contact: MessageContact): Promise<MessageContact> {
  if (contact.id === '') return contact
  const found = await withSegments(tx, definition, new Map([[contact.id, contact]])).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  return found?.get(contact.id) ?? contact
}

/** The error in a message, as a text that names the part as it was written and the contact. */
export function problemFor(
  problem: RenderProblem,
  content: MessageContent,
  contact: MessageContact,
): Pick<RenderProblem, 'part' | 'line' | 'column'> & Worded {
  const { kind, field, line, column } = problem
  // A missing text part is made from the HTML: report no errors in a part that the user did not write.
  const isMade = problem.part === 'text' && content.html.trim() !== '' && content.text.trim() === ''
  const part = isMade ? 'html' : problem.part
  const place = isMade ? { line: null, column: null } : { line, column }
  if (kind !== 'missing_field' || field === null) return { part, ...place, message: problem.message }
  const name = nameOf(contact)
  const text =
    part === 'subject'
      ? message('The subject cannot be filled in for {name}: {field} has no value', { name, field })
      : part === 'html'
        ? message('The HTML cannot be rendered for {name}: {field} has no value', { name, field })
        : part === 'whatsappVariables'
          ? message('The template variables cannot be rendered for {name}: {field} has no value', { name, field })
          : message('The text cannot be rendered for {name}: {field} has no value', { name, field })
  return { part, ...place, ...text }
}

const issue = (part: string, kind: z.infer<typeof RenderIssue>['kind'], text: Text, more: Partial<z.infer<typeof RenderIssue>> = {}) => ({
  part,
  kind,
  ...worded(text),
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
  audience: Audience | null
}

/** A message as a contact would get it, with all its errors. @throws 404. */
export async function previewMessage(platform: Platform, tx: OrgTx, request: Previewed): Promise<z.infer<typeof MessagePreview>> {
  const { contact, isExample } = await contactForPreview(tx, request)
  const preview = { contactId: isExample ? null : contact.id, contactName: nameOf(contact) }
  const definition: CampaignDefinition = Definition.parse({
    content: request.content,
    purpose: request.purpose,
    tracking: { clicks: request.trackClicks },
  })
  const frame = await messageFrame(tx, { channel: request.channel, name: request.campaignName, definition })
  let compiled: CompiledMessage
  const content = renderedContent(request.content)
  try {
    compiled = await compileMessage({ ...frame, byAgent: request.byAgent, content })
  } catch (error) {
    if (!(error instanceof PartError)) throw error
    const { line, column } = error.fault
    return { ...preview, ...fieldsOf(null), issues: [issue(error.part, 'syntax', error.message, { line, column })] }
  }
  const unknown = await unknownNames(tx, compiled, request.byAgent)
  const rendering = compiled.render(await inSegments(tx, definition, contact), previewLinks(platform, tx.orgId))
  const issues = unknown.map((name) =>
    issue('content', 'unknown_variable', message('There is no merge field {name}', { name }), { field: name }),
  )
  if (rendering.ok) return { ...preview, ...fieldsOf(rendering.message), issues: issues.slice(0, 50) }
  const { kind, field } = rendering.problem
  // A field that does not exist already explains the missing value.
  if (field !== null && unknown.includes(field)) return { ...preview, ...fieldsOf(null), issues: issues.slice(0, 50) }
  const { part, line, column, ...texts } = problemFor(rendering.problem, request.content, contact)
  return { ...preview, ...fieldsOf(null), issues: [...issues, issue(part, kind, textOf(texts), { field, line, column })].slice(0, 50) }
}
