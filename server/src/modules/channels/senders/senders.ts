import type { z } from 'zod'
import type { CreateSenderBody, Sender, UpdateSenderBody } from '@imperium/contract/channels/senders.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { hashToken, newToken } from '../../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, conflict, invalid, notFound, stale } from '../../../platform/errors.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { limitEmails } from '../../../platform/mail/limit-emails.ts'
import { parseEmailAddress } from '../../../platform/mail/address.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueEmail } from '../../../platform/mail/queue-email.ts'
import { findProfile } from '../../organizations/index.ts'
import { assertUnused } from '../channel-users.ts'
import {
  clearDefaultSender,
  deleteSender,
  findSenderRow,
  insertSender,
  listSenderRows,
  lockSenders,
  spendSenderToken,
  updateSenderRow,
} from './senders-store.ts'
import type { SenderRow } from './senders-store.ts'
import { writeSenderEmail } from './sender-email.ts'

const maxSenders = 200
const linkDays = 7
const day = 86_400_000

const senderNotFound = () => notFound('Sender not found.')

const showSender = (row: SenderRow): Sender => ({
  id: row.id,
  name: row.name,
  email: row.email,
  replyTo: row.reply_to,
  isVerified: row.domain_verified_at !== null || row.verified_at !== null,
  verifiedBy: row.domain_verified_at ? 'domain' : row.verified_at ? 'letter' : 'none',
  isDefault: row.is_default,
  letterSentAt: row.verify_sent_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const readSenders = async (tx: OrgTx): Promise<Sender[]> => (await listSenderRows(tx)).map(showSender)

async function readSender(tx: OrgTx, id: string): Promise<Sender> {
  const row = await findSenderRow(tx, id)
  if (!row) throw senderNotFound()
  return showSender(row)
}

/**
 * The first sender is the default. An address outside a verified domain gets a confirmation email, except the caller's own confirmed
 * address. @throws 409, 422, 429
 */
export async function createSender(platform: Platform, context: OrgContext, body: z.output<typeof CreateSenderBody>): Promise<Sender> {
  const { tx, caller } = context
  const email = addressOf(body.email, 'email')
  const replyTo = body.replyTo === null ? null : addressOf(body.replyTo, 'replyTo')
  const present = await lockSenders(tx)
  if (present.length >= maxSenders) throw conflict(message('An organization can have at most {max} senders.', { max: maxSenders }))
  const isDefault = body.isDefault || present.length === 0
  if (isDefault) await clearDefaultSender(tx)
  const id = newId()
  const isOwn = caller.emailVerified && caller.email === email
  const verifiedAt = isOwn ? platform.clock.now() : null
  const made = await insertSender(tx, { id, name: body.name, email, reply_to: replyTo, is_default: isDefault, verified_at: verifiedAt })
  if (!made)
    throw new AppError('CONFLICT', 409, 'This address is already a sender.', {
      errors: [{ path: 'email', message: 'This address is already a sender' }],
    })
  const sender = await readSender(tx, id)
  return sender.isVerified ? sender : sendSenderLetter(platform, context, id)
}

function addressOf(text: string, path: string): string {
  const address = parseEmailAddress(text)
  if (!address) throw invalid([{ path, message: 'Please enter a valid email address' }])
  return address
}

export async function updateSender(
  tx: OrgTx,
  id: string,
  change: z.output<typeof UpdateSenderBody>,
  now: Date,
): Promise<{ before: Sender; after: Sender }> {
  const row = (await lockSenders(tx)).find((each) => each.id === id)
  if (!row) throw senderNotFound()
  if (change.updatedAt !== undefined && row.updated_at.getTime() !== Date.parse(change.updatedAt)) throw stale()
  const before = await readSender(tx, id)
  if (change.isDefault && !row.is_default) await clearDefaultSender(tx)
  await updateSenderRow(tx, id, {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.replyTo === undefined ? {} : { reply_to: change.replyTo === null ? null : addressOf(change.replyTo, 'replyTo') }),
    ...(change.isDefault ? { is_default: true } : {}),
    updated_at: new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1)),
  })
  return { before, after: await readSender(tx, id) }
}

/** @throws 404; 409 for the default while there are others, and if a campaign or a workflow uses it. */
export async function removeSender(platform: Platform, tx: OrgTx, id: string): Promise<Sender> {
  const all = await lockSenders(tx)
  if (!all.some((each) => each.id === id)) throw senderNotFound()
  const sender = await readSender(tx, id)
  if (sender.isDefault && all.length > 1) throw conflict('This is the default sender. Make another one the default first.')
  await assertUnused(platform, tx, 'sender', id)
  await deleteSender(tx, id)
  return sender
}

/** @throws 404; 409 if the sender is verified; 429 if too many emails were sent to the address. */
export async function sendSenderLetter(platform: Platform, { tx, caller }: OrgContext, id: string): Promise<Sender> {
  const sender = await readSender(tx, id)
  if (sender.isVerified) throw conflict('This sender is already verified.')
  await limitEmails(platform.db, sender.email)
  const token = newToken()
  await updateSenderRow(tx, id, { verify_token_hash: hashToken(token), verify_sent_at: platform.clock.now() })
  const profile = await findProfile(tx, tx.orgId)
  const emailMessage = writeSenderEmail({
    language: caller.preferences.language,
    organizationName: profile?.name ?? '',
    person: `${caller.firstName} ${caller.lastName}`,
    email: sender.email,
    days: linkDays,
    url: `${platform.config.publicUrl}/verify-sender#token=${tx.orgId}.${token}`,
  })
  await queueEmail(platform, tx, tx.orgId, sender.email, emailMessage)
  return readSender(tx, id)
}

const badLink = () => invalid([{ path: 'token', message: 'This link is no longer valid. Please ask for a new one.' }])

/** Access to the mailbox proves the address. The link names its organization; only the hash of its secret part is stored. @throws 422 */
export async function verifySender(platform: Platform, link: string): Promise<{ email: string; organizationName: string }> {
  const [orgId = '', token = '', ...rest] = link.split('.')
  if (!isId(orgId) || token === '' || rest.length) throw badLink()
  const now = platform.clock.now()
  return platform.db.withOrg(orgId, async (tx) => {
    const email = await spendSenderToken(tx, hashToken(token), new Date(now.getTime() - linkDays * day), now)
    if (email === null) throw badLink()
    const profile = await findProfile(tx, orgId)
    return { email, organizationName: profile?.name ?? '' }
  })
}
