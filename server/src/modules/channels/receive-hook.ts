import { templateStatuses } from '@imperium/contract/channel-accounts.ts'
import type { UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import { constantTimeEqual } from '../../platform/crypto.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { AppError, notFound, unauthenticated } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findHook, openHook } from './account-hook.ts'
import type { HookSecret } from './account-hook.ts'
import { openSecret } from './account-secret.ts'
import { findAccount } from './accounts-store.ts'
import type { ChannelAccount } from './accounts-store.ts'
import { isSignedByTwilio, isSignedByWhatsapp, isStandardSigned } from './hook-signatures.ts'
import type { NewInboundItem } from './inbound-store.ts'
import { readMailEvents } from './read-mail-events.ts'
import { readTwilio } from './read-twilio.ts'
import { readWhatsapp } from './read-whatsapp.ts'
import type { TemplateNews } from './read-whatsapp.ts'
import { receiveInbound } from './receive-inbound.ts'
import { receiveMail } from './receive-mail.ts'
import { setTemplateStatus } from './templates-store.ts'

type Header = Pick<PublicContext, 'header' | 'search'>

interface Called {
  account: ChannelAccount
  hook: HookSecret
}

/** @throws 404 for an address that is not ours (any more). */
async function openCalled(platform: Platform, token: string): Promise<Called> {
  const found = await findHook(platform, token)
  const account = found && (await platform.db.withOrg(found.orgId, (tx) => findAccount(tx, found.accountId)))
  if (!account?.hookSealed) throw notFound()
  return { account, hook: openHook(platform, account.id, account.hookSealed) }
}

const notSigned = () => unauthenticated('The signature is missing or wrong.')
const unreadable = () => new AppError('BAD_REQUEST', 400, 'The body is not of a form that this address takes.')

/** Takes what a provider reports, once it has proved itself. @throws 401, 404; 400 for a body that cannot be read. */
export async function receiveHook(platform: Platform, token: string, body: UploadedFile, context: Header): Promise<void> {
  const called = await openCalled(platform, token)
  if (!isSigned(platform, called, token, body, context)) throw notSigned()
  const { account } = called
  if (body.contentType === 'message/rfc822') {
    await receiveMail(platform, account, Buffer.from(body.bytes))
    return
  }
  const { items, templates } = readBody(account, body)
  await platform.db.withOrg(account.orgId, async (tx) => {
    for (const item of items) await receiveInbound(platform, tx, item)
    for (const news of templates) await noteTemplate(tx, account.id, news)
  })
}

function isSigned(
  platform: Platform,
  { account, hook }: Called,
  token: string,
  { bytes }: UploadedFile,
  { header, search }: Header,
): boolean {
  const secret = openSecret(platform.keyRing, account.id, account.secretSealed)
  if (account.provider === 'twilio') {
    const url = `${platform.config.publicUrl}/api/hooks/${token}${search()}`
    return isSignedByTwilio(url, formOf(bytes), secret.authToken ?? '', header)
  }
  if (account.provider === 'whatsapp-cloud') return isSignedByWhatsapp(bytes, secret.appSecret ?? '', header)
  return isStandardSigned(bytes, hook.signingSecret, header, platform.clock.now())
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const formOf = (bytes: Uint8Array): URLSearchParams => new URLSearchParams(textOf(bytes))

function readBody(account: ChannelAccount, { bytes }: UploadedFile): { items: NewInboundItem[]; templates: TemplateNews[] } {
  if (account.provider === 'twilio') {
    const item = readTwilio(formOf(bytes), account.id)
    return { items: item ? [item] : [], templates: [] }
  }
  const payload = parseJson(textOf(bytes))
  if (account.provider === 'whatsapp-cloud') {
    const news = readWhatsapp(payload, account.id, account.settings.phoneNumberId)
    if (!news) throw unreadable()
    return news
  }
  const items = readMailEvents(payload, account.id)
  if (!items) throw unreadable()
  return { items, templates: [] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 400, 'The request body is not valid JSON.', { cause })
  }
}

async function noteTemplate(tx: OrgTx, accountId: string, { name, language, status, reason }: TemplateNews): Promise<void> {
  const known = templateStatuses.find((each) => each === status)
  if (known) await setTemplateStatus(tx, accountId, { name, language }, { status: known, detail: reason })
}

/** The question of WhatsApp whether the address is ours: its word back, where it knows ours. @throws 403, 404 */
export async function confirmHook(platform: Platform, token: string, search: string): Promise<string> {
  const { account, hook } = await openCalled(platform, token)
  const query = new URLSearchParams(search)
  const challenge = query.get('hub.challenge') ?? ''
  const isRight = account.provider === 'whatsapp-cloud' && constantTimeEqual(query.get('hub.verify_token') ?? '', hook.verifyToken)
  if (!isRight || query.get('hub.mode') !== 'subscribe' || !/^[\w.-]{1,200}$/.test(challenge))
    throw new AppError('FORBIDDEN', 403, 'The verify token is missing or wrong.')
  return challenge
}
