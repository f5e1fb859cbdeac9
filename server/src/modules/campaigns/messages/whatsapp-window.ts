import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { resolveAccount, whatsappWindows } from '../../channels/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { contentsOf } from './campaign-messages.ts'

/** Whether a variant's message would be free text to a contact with a closed 24-hour WhatsApp window at that moment. */
export type IsWindowClosed = (contact: Pick<MessageContact, 'phone'>, variant: number, at: Date) => boolean

/** Reads when these contacts wrote last, in one statement; skips it where no content of the campaign is free text. */
export async function checkWindows(
  tx: OrgTx,
  { channel, definition }: { channel: Channel; definition: CampaignDefinition },
  contacts: readonly Pick<MessageContact, 'phone'>[],
  now: Date,
): Promise<IsWindowClosed> {
  const contents = contentsOf(definition)
  const isFree = (variant: number) => (contents[variant] ?? definition.content).whatsappTemplateId === null
  if (channel !== 'whatsapp' || !contents.some((_content, variant) => isFree(variant))) return () => false
  const account = await accountOf(tx, definition)
  if (!account) return () => false
  const windows = await whatsappWindows(
    tx,
    account,
    contacts.flatMap(({ phone }) => phone ?? []),
    now,
  )
  return ({ phone }, variant, at) => isFree(variant) && (windows.get(phone ?? '') ?? at) <= at
}

/** Null without an account: the launch checks report it, and the engine sends nothing then. */
async function accountOf(tx: OrgTx, { accountId }: CampaignDefinition) {
  try {
    return await resolveAccount(tx, 'whatsapp', accountId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
