import { fillVariables } from '@imperium/contract/channels/channel-accounts.ts'
import type { MessageTemplate } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSandbox, listApprovedTemplates, resolveAccount, resolveSender, usableSender } from '../channels/index.ts'
import type { ChannelAccount, SenderIdentity } from '../channels/index.ts'
import { findOpenWindow } from './threads-store.ts'
import type { TemplateChoice } from './delivery.ts'

export interface ReadyTemplate {
  choice: TemplateChoice
  accountId: string
  /** The template's text with its variables filled in. */
  text: string
}

/** WhatsApp templates as members choose them. */
export const listSendableTemplates = async (tx: OrgTx): Promise<MessageTemplate[]> =>
  (await listApprovedTemplates(tx)).map(({ id, accountId, accountName, name, language, body, variables }) => ({
    id,
    accountId,
    accountName,
    name,
    language,
    body,
    variables,
  }))

/** The template that a member chose, filled in. @throws 422 for one that may not be sent, or not by this channel or account. */
export async function readyTemplate(
  tx: OrgTx,
  choice: TemplateChoice,
  { channel, accountId }: { channel: string | null; accountId: string | null },
): Promise<ReadyTemplate> {
  if (channel !== 'whatsapp') throw invalid([{ path: 'template', message: 'Templates are sent by WhatsApp only.' }])
  const found = (await listSendableTemplates(tx)).find(({ id }) => id === choice.id)
  if (!found) throw invalid([{ path: 'template', message: 'The WhatsApp template is not approved.' }])
  if (accountId !== null && found.accountId !== accountId)
    throw invalid([{ path: 'template', message: 'This template belongs to another WhatsApp account than the conversation.' }])
  if (choice.variables.length !== found.variables) throw invalid([{ path: 'template', message: 'Every template variable needs a value.' }])
  return { choice, accountId: found.accountId, text: fillVariables(found.body, choice.variables) }
}

export interface Way {
  accountId: string
  /** WhatsApp: until when the contact may be written to freely by this account. */
  windowUntil: Date | null
}

/**
 * The account for a new conversation with a contact: the template's; on WhatsApp the number that the contact wrote to within the last
 * 24 hours; else the channel's default. @throws 409 if there is none.
 */
export async function chooseWay(
  platform: Platform,
  tx: OrgTx,
  about: { contactId: string; channel: 'email' | 'sms' | 'whatsapp'; template: ReadyTemplate | null },
): Promise<Way> {
  const { contactId, channel, template } = about
  const open =
    channel === 'whatsapp'
      ? await findOpenWindow(tx, { contactId, accountId: template?.accountId ?? null, now: platform.clock.now() })
      : null
  const account = await resolveAccount(tx, channel, template?.accountId ?? open?.accountId ?? null)
  return { accountId: account.id, windowUntil: open?.until ?? null }
}

/** The sender of a conversation's email: the address that received the contact's email while it may send; else the default. */
export async function senderOf(
  platform: Platform,
  tx: OrgTx,
  account: ChannelAccount,
  senderId: string | null,
): Promise<SenderIdentity | null> {
  const own = senderId === null ? null : await resolveSender(tx, senderId)
  const mayWrite = own !== null && (own.verifiedAt !== null || isSandbox(platform, account))
  return usableSender(platform, account, mayWrite ? own : await resolveSender(tx, null))
}
