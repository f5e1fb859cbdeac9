import type { OrgTx } from '../../platform/db/database.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'
import type { Platform } from '../../platform/platform.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import { queueContactEmail } from '../../platform/mail/queue-email.ts'
import { withLook } from '../../platform/mail/render-email.ts'
import { emailLookIn } from '../branding/index.ts'

export interface ContactEmail {
  contactId: string
  address: string
  emailMessage: RenderedEmail
  /** What members read of it; a link in the letter is for the contact alone. */
  shown: string
}

/** Sends a letter to a contact by the organization's own way out; false where it has none. */
export type PostToContact = (tx: OrgTx, emailMessage: ContactEmail) => Promise<boolean>

const posts = extensionPoint<PostToContact>()

/** Lets a module that sends the organization's mail (messages) take letters to contacts. */
export const onEmailToContact = (post: PostToContact): Extension => posts.entry(post)

/** Sends a text message to a contact by the organization's default account for SMS. @throws 409 where it has none */
export type TextToContact = (tx: OrgTx, message: { contactId: string; text: string; from: string }) => Promise<void>

const texts = extensionPoint<TextToContact>()

/** Lets a module that sends the organization's text messages (messages) take those to contacts. */
export const onTextToContact = (text: TextToContact): Extension => texts.entry(text)

/**
 * Whether people can answer the organization's text messages; what was found holds until the end of the transaction.
 * @throws 409 with what is in the way
 */
export type AssertSmsReplies = (tx: OrgTx) => Promise<void>

const replyChecks = extensionPoint<AssertSmsReplies>()

/** Lets the module of the ways out (channels) be asked before people are promised that their answer arrives. */
export const onSmsReplies = (check: AssertSmsReplies): Extension => replyChecks.entry(check)

/** @throws 409 */
export async function assertSmsReplies(platform: Platform, tx: OrgTx): Promise<void> {
  for (const check of replyChecks.of(platform)) await check(tx)
}

/** In the caller's transaction. @throws 409 where the organization has no account for SMS */
export async function textToContact(platform: Platform, tx: OrgTx, message: Parameters<TextToContact>[1]): Promise<void> {
  for (const text of texts.of(platform)) await text(tx, message)
}

/** In the organization's own name where it can, else by the installation's mailer; in the caller's transaction. */
export async function postToContact(platform: Platform, tx: OrgTx, written: ContactEmail): Promise<void> {
  const emailMessage = withLook(written.emailMessage, await emailLookIn(platform, tx))
  for (const post of posts.of(platform)) if (await post(tx, { ...written, emailMessage })) return
  await queueContactEmail(platform, tx, written.address, emailMessage)
}
