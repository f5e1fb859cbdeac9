import { createHash } from 'node:crypto'
import { templateStatuses } from '@imperium/contract/channels/channel-accounts.ts'
import type { ReportRefusal } from '@imperium/contract/channels/delivery-reports.ts'
import type { UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import { constantTimeEqual } from '../../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, notFound, unauthenticated } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findHook, openHook } from '../accounts/account-hook.ts'
import type { HookSecret } from '../accounts/account-hook.ts'
import { openSecret } from '../accounts/account-secret.ts'
import { findAccount } from '../accounts/accounts-store.ts'
import type { ChannelAccount } from '../accounts/accounts-store.ts'
import { twilioSignature } from '../../../platform/signed-http/schemes.ts'
import { isSha256Signed, refuseStandard } from '../../../platform/signed-http/signatures.ts'
import { noteReceived, noteRefused, claimToken } from './hooks-store.ts'
import type { NewInboundItem } from '../inbound/inbound-store.ts'
import { readMailEvents } from '../inbound/read-mail-events.ts'
import { readTwilio } from './read-twilio.ts'
import { readWhatsapp } from './read-whatsapp.ts'
import type { TemplateUpdate } from './read-whatsapp.ts'
import { receiveInbound } from '../inbound/receive-inbound.ts'
import { receiveMail } from '../inbound/receive-mail.ts'
import { toInboundItem } from '../reports/mail-event.ts'
import { callReceivers } from '../reports/readers.ts'
import type { ReceiveCall } from '../reports/report-call.ts'
import { setTemplateStatus } from '../whatsapp/templates-store.ts'

type Header = Pick<PublicContext, 'header' | 'search'>

interface Called {
  account: ChannelAccount
  hook: HookSecret
}

/** @throws 404 for an address that is unknown or no longer valid. */
async function openCalled(platform: Platform, token: string): Promise<Called> {
  const found = await findHook(platform, token)
  const account = found && (await platform.db.withOrg(found.orgId, (tx) => findAccount(tx, found.accountId)))
  if (!account?.hookSealed) throw notFound()
  return { account, hook: openHook(platform, account.id, account.hookSealed) }
}

const notSigned = () => unauthenticated('The signature is missing or wrong.')
const unreadable = () => new AppError('BAD_REQUEST', 400, 'The body is not in a format that this URL accepts.')

/** Stores what a provider reports, after its signature is verified. @throws 401, 404; 400 for a body that cannot be parsed. */
export async function receiveHook(platform: Platform, token: string, body: UploadedFile, context: Header): Promise<void> {
  const called = await openCalled(platform, token)
  const { account } = called
  const receiveCall = callReceivers[account.settings.reports ?? 'standard-webhooks']
  if (receiveCall) return receiveReports(platform, called, receiveCall, body, context)
  if (!isSigned(platform, called, token, body, context)) throw await refuse(platform, account, 'signature')
  if (body.contentType === 'message/rfc822') {
    const isNew = await receiveMail(platform, account, Buffer.from(body.bytes))
    await platform.db.withOrg(account.orgId, (tx) => noteReceived(tx, account.id, isNew ? 1 : 0, platform.clock.now()))
    return
  }
  const read = readBody(account, body, context)
  if (!read) throw await refuse(platform, account, 'unreadable')
  await platform.db.withOrg(account.orgId, async (tx) => {
    await keep(platform, tx, account, read.items)
    for (const news of read.templates) await noteTemplate(tx, account.id, news)
  })
}

/** The same, for an email provider with its own format. */
async function receiveReports(
  platform: Platform,
  { account, hook }: Called,
  receiveCall: ReceiveCall,
  { bytes }: UploadedFile,
  { header }: Header,
): Promise<void> {
  const body = Buffer.from(bytes)
  const taken = await receiveCall({ body, header, secret: hook.reports ?? {}, now: platform.clock.now() }, platform)
  if ('refusal' in taken) throw await refuse(platform, account, taken.refusal)
  const { events, oneTimeWord } = taken
  const isFirst = await platform.db.withOrg(account.orgId, async (tx) => {
    if (oneTimeWord !== undefined && !(await claimToken(tx, account.id, sha256(oneTimeWord), sha256(body)))) return false
    const source = account.settings.reports ?? ''
    await keep(
      platform,
      tx,
      account,
      events.map((event) => toInboundItem(event, account.id, source)),
    )
    return true
  })
  if (!isFirst) throw await refuse(platform, account, 'replayed')
}

const sha256 = (of: string | Buffer): Buffer => createHash('sha256').update(of).digest()

async function keep(platform: Platform, tx: OrgTx, account: ChannelAccount, items: readonly NewInboundItem[]): Promise<void> {
  let count = 0
  for (const item of items) if (await receiveInbound(platform, tx, item)) count += 1
  // Last, as calls of the same account wait for each other from here on.
  await noteReceived(tx, account.id, count, platform.clock.now())
}

/** Only the fact and the reason of the refusal are stored: they show during set-up why nothing arrives. */
async function refuse(platform: Platform, { id, orgId }: ChannelAccount, refusal: ReportRefusal): Promise<AppError> {
  await platform.db.withOrg(orgId, (tx) => noteRefused(tx, id, refusal, platform.clock.now()))
  return refusal === 'unreadable' ? unreadable() : notSigned()
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
    const headers = { 'x-twilio-signature': header('x-twilio-signature') ?? '' }
    return twilioSignature({ headers, body: bytes, url, now: platform.clock.now() }, secret.authToken ?? '')
  }
  if (account.provider === 'whatsapp-cloud') return isSha256Signed(header('x-hub-signature-256'), secret.appSecret ?? '', bytes)
  return refuseStandard(header, bytes, [hook.signingSecret], platform.clock.now()) === null
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const formOf = (bytes: Uint8Array): URLSearchParams => new URLSearchParams(textOf(bytes))

/** Null for a body of another form. @throws 400 for no JSON at all */
function readBody(
  account: ChannelAccount,
  { bytes }: UploadedFile,
  { search }: Header,
): { items: NewInboundItem[]; templates: TemplateUpdate[] } | null {
  if (account.provider === 'twilio') {
    const item = readTwilio(formOf(bytes), new URLSearchParams(search()), account.id)
    return { items: item ? [item] : [], templates: [] }
  }
  const payload = parseJson(textOf(bytes))
  if (account.provider === 'whatsapp-cloud') return readWhatsapp(payload, account.id, account.settings.phoneNumberId)
  const items = readMailEvents(payload, account.id)
  return items && { items, templates: [] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 400, 'The request body is not valid JSON.', { cause })
  }
}

async function noteTemplate(tx: OrgTx, accountId: string, { name, language, status, reason }: TemplateUpdate): Promise<void> {
  const known = templateStatuses.find((each) => each === status)
  if (known) await setTemplateStatus(tx, accountId, { name, language }, { status: known, detail: reason })
}

/** WhatsApp's verification request for the address: returns its challenge if it knows our verify token. @throws 403, 404 */
export async function confirmHook(platform: Platform, token: string, search: string): Promise<string> {
  const { account, hook } = await openCalled(platform, token)
  const query = new URLSearchParams(search)
  const challenge = query.get('hub.challenge') ?? ''
  const isRight = account.provider === 'whatsapp-cloud' && constantTimeEqual(query.get('hub.verify_token') ?? '', hook.verifyToken)
  if (!isRight || query.get('hub.mode') !== 'subscribe' || !/^[\w.-]{1,200}$/.test(challenge))
    throw new AppError('FORBIDDEN', 403, 'The verify token is missing or wrong.')
  return challenge
}
