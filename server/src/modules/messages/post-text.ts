import type { Platform } from '../../platform/platform.ts'
import { resolveAccount } from '../channels/index.ts'
import type { TextToContact } from '../consents/index.ts'
import { writeSystemMessage } from './write-system-message.ts'

/** A text message of the product to a contact, by the organization's default account for SMS: a message like every other. */
export const postOwnText =
  (platform: Platform): TextToContact =>
  async (tx, { contactId, text, from }) => {
    const account = await resolveAccount(tx, 'sms', null)
    await writeSystemMessage(platform, tx, {
      channel: 'sms',
      to: contactId,
      subject: '',
      text,
      from,
      purpose: null,
      senderId: null,
      accountId: account.id,
      html: '',
      template: null,
      tellsEnd: false,
    })
  }
