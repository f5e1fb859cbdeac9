import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import pg from 'pg'
import { countMessage, englishOf, keyOf, message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { SealError } from '../../../platform/crypto/crypto.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import { findAllowedAddress } from '../../../platform/http-out/allowed-address.ts'
import { tellSetAside } from '../../../platform/notifications/set-aside-notice.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mailboxPlace } from './inbound-mailbox.ts'
import type { MailboxSettings } from './inbound-mailbox.ts'
import { findMailbox, listMailboxes, writeInboundState } from './mailbox-store.ts'
import { newId } from '../../../platform/ids.ts'
import { unreadMail } from './read-mail-safely.ts'
import { receiveInbound } from './receive-inbound.ts'
import { receiveMail } from './receive-mail.ts'
import type { InboundState } from '../accounts/show-account.ts'

const mostAtOnce = 200
const maxBytes = 10 * 1024 * 1024
const timeoutMs = 60_000

export interface MailboxResult {
  success: boolean
  /** Shown to users. */
  message: string
  /** New items. */
  received: number
}

const messages = {
  ourFault: 'Something went wrong on our side. See the server log for details.',
  passedOver: 'A message could not be stored and was skipped. See the server log for the reason.',
  sealed: 'The stored password does not open with the configured encryption key.',
  signIn: 'The mailbox refused the sign-in. Check user name and password.',
  unreachable: 'The mail server could not be reached, or it closed the connection.',
}

/** Read failures that the organization can fix, with a message for it. */
class MailboxError extends Error {
  override readonly name = 'MailboxError'
}

/**
 * Reads the messages of an account's mailbox that are new since the last read. Messages stay unread in place. The last UID is stored after
 * each message, so a crash repeats at most one, and a repeated message is stored once.
 */
export async function readMailbox(platform: Platform, orgId: string, accountId: string, mostMs = roundMs): Promise<MailboxResult> {
  const row = await platform.db.withOrg(orgId, (tx) => findMailbox(tx, accountId))
  if (!row?.inbound || !row.inbound_secret) return { success: false, message: 'No mailbox is set up for this account.', received: 0 }
  const settings = row.inbound as unknown as MailboxSettings
  const progress = { state: row.inbound_state as InboundState, received: 0, isPassedOver: false }
  const keep = (change: InboundState) => {
    progress.state = { ...progress.state, ...change }
    return platform.db.withOrg(orgId, (tx) => writeInboundState(tx, accountId, settings, progress.state))
  }
  try {
    const password = openPassword(platform, accountId, row.inbound_secret)
    await visit(platform, settings, { password, mostMs }, (client) =>
      readNew(platform, client, { orgId, accountId, settings, progress, keep }),
    )
    await keep({ readAt: platform.clock.now().toISOString(), ...errorState(progress.isPassedOver ? messages.passedOver : '') })
    const { received } = progress
    return { success: true, ...countMessage(received, { one: '{count} new message.', other: '{count} new messages.' }), received }
  } catch (error) {
    const reason = reasonOf(error)
    // This process lives, so what it tried is no danger to it.
    await keep({ readAt: platform.clock.now().toISOString(), ...errorState(reason ?? messages.ourFault), trying: undefined })
    if (reason === null) throw error
    return { success: false, ...worded(reason), received: progress.received }
  }
}

function openPassword({ keyRing }: Platform, accountId: string, sealed: string): string {
  try {
    return keyRing.decrypt(sealed, mailboxPlace(accountId))
  } catch (error) {
    if (error instanceof SealError) throw new MailboxError(messages.sealed)
    throw error
  }
}

const errorState = (error: Text): InboundState => ({ lastError: englishOf(error), lastErrorKey: keyOf(error) })

/** The error message for the organization; null for an internal error. */
function reasonOf(error: unknown): Text | null {
  if (error instanceof MailboxError) return error.message
  if (error instanceof EgressError) return error.publicMessage
  if (!(error instanceof Error)) return null
  const { code, authenticationFailed, responseText } = error as Error & {
    code?: string
    authenticationFailed?: boolean
    responseText?: string
  }
  if (authenticationFailed) return messages.signIn
  if (responseText) return message('The mailbox refused: {reason}', { reason: responseText.slice(0, 200).replaceAll('\u0000', '') })
  const isNetwork =
    code !== undefined && /^(E[A-Z]+|NoConnection|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ClosedAfterConnect\w+)$/.test(code)
  return isNetwork || /certificate|socket|timeout|TLS|STARTTLS/i.test(error.message) ? messages.unreachable : null
}

async function visit(
  platform: Platform,
  settings: MailboxSettings,
  { password, mostMs }: { password: string; mostMs: number },
  work: (client: ImapFlow) => Promise<void>,
): Promise<void> {
  const { host, port, security, username } = settings
  if (platform.hold.isOn()) throw new EgressError('held', host)
  const address = await findAllowedAddress(platform.config.egressAllow, host, port)
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: address,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    // The certificate must match the configured host name, not the resolved IP address.
    ...(isIP(host.replaceAll(/[[\]]/g, '')) ? {} : { servername: host }),
    auth: { user: username, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: timeoutMs,
  })
  // Without a listener a broken connection ends the process; the command that waits fails with it.
  client.on('error', () => undefined)
  // A server that sends a little now and then never reaches an idle timeout, so the total time is bounded.
  const end = setTimeout(() => client.close(), mostMs)
  try {
    await client.connect()
    await work(client)
  } finally {
    clearTimeout(end)
    // Logs out if the server still responds.
    await client.logout().catch(() => client.close())
  }
}

/**
 * Errors that the database will repeat on every retry: this message is at fault, later ones are not. An unavailable database has other
 * codes.
 */
const isRefusedData = (error: unknown) => error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '')

interface Reading {
  orgId: string
  accountId: string
  settings: MailboxSettings
  progress: { state: InboundState; received: number; isPassedOver: boolean }
  keep: (change: InboundState) => Promise<void>
}

async function readNew(platform: Platform, client: ImapFlow, { orgId, accountId, settings, progress, keep }: Reading): Promise<void> {
  const box = await client.mailboxOpen(settings.folder, { readOnly: true })
  const uidValidity = String(box.uidValidity)
  // A newly connected mailbox starts with future messages, or years of old email would be imported as new.
  if (progress.state.uidValidity === undefined) return keep({ uidValidity, lastUid: Math.max(0, box.uidNext - 1) })
  if (progress.state.uidValidity !== uidValidity)
    await keep({ uidValidity, lastUid: await beginAgain(client, progress.state, box.uidNext), trying: undefined })
  const last = progress.state.lastUid ?? 0
  const found = box.exists === 0 ? [] : await client.search({ uid: `${last + 1}:*` }, { uid: true })
  const uids = (found || []).filter((uid) => uid > last).toSorted((a, b) => a - b)
  const all = uids.slice(0, mostAtOnce)
  if (all[0] !== undefined) await keep({ trying: tryOf(all[0], progress.state) })
  for (const [index, uid] of all.entries()) {
    const message = await client.fetchOne(String(uid), { source: { maxLength: maxBytes } }, { uid: true })
    try {
      if ((progress.state.trying?.attempts ?? 0) > mostAttempts) {
        platform.log.error({ orgId, accountId, uid }, 'a message of a mailbox ended its process twice and was set aside')
        progress.isPassedOver = true
        await setAside(platform, { orgId, accountId, mailbox: settings.username, name: `mailbox:${accountId}:${uidValidity}:${uid}` })
      } else if (message && message.source && (await receiveMail(platform, { id: accountId, orgId }, message.source)))
        progress.received += 1
    } catch (error) {
      if (!isRefusedData(error)) throw error
      platform.log.error({ err: error, orgId, accountId, uid }, 'a message of a mailbox could not be kept and was passed over')
      progress.isPassedOver = true
    }
    const next = all[index + 1]
    await keep({ lastUid: uid, trying: next === undefined ? undefined : tryOf(next, progress.state) })
  }
}

/** A message that ended so many processes is not read again. */
const mostAttempts = 2
const ownProcess = newId()

/** Written before a message is read. A process that goes on with what it began itself has not ended. */
function tryOf(uid: number, { trying }: InboundState): NonNullable<InboundState['trying']> {
  const earlier = trying?.uid === uid ? trying : { by: '', attempts: 0 }
  return { uid, by: ownProcess, attempts: earlier.by === ownProcess ? earlier.attempts : earlier.attempts + 1 }
}

interface AsideEmail {
  orgId: string
  accountId: string
  mailbox: string
  name: string
}

/** Listed as received, and told to the managers: nothing else shows that it came. */
async function setAside(platform: Platform, { orgId, accountId, mailbox, name }: AsideEmail): Promise<void> {
  const { item } = unreadMail(name, accountId, 'Reading this email ended the process twice, so it was set aside.')
  await platform.db.withOrg(orgId, async (tx) => {
    await receiveInbound(platform, tx, item)
    await tellSetAside(platform.jobs, tx, { orgId, jobId: name, name: mailbox, what: 'email' })
  })
}

/**
 * The mailbox was recreated and its UIDs are invalid: read from the day of the last read. Messages already stored are recognised by their
 * id.
 */
async function beginAgain(client: ImapFlow, { readAt }: InboundState, uidNext: number): Promise<number> {
  const found = await client.search({ since: new Date(readAt ?? Date.now()) }, { uid: true })
  return Math.max(0, Math.min(uidNext, ...(found || [])) - 1)
}

/** Of all mailboxes of one organization together in one round. */
const roundMs = 120_000
const organizationsAtOnce = 8

/**
 * Reads all mailboxes once a minute, those that waited longest first. A server that hangs delays only its own organization: its round ends
 * after `mostMs`, and the mailboxes not reached are first in the next round.
 */
export async function readMailboxes(platform: Platform, { mostMs = roundMs }: { mostMs?: number } = {}): Promise<void> {
  const mailboxes = await platform.db.withSystem(listMailboxes)
  const rounds = [...Map.groupBy(mailboxes, (row) => row.org_id)]
  const lane = async () => {
    for (let next = rounds.shift(); next; next = rounds.shift()) await readRound(platform, next, mostMs)
  }
  await Promise.all(Array.from({ length: organizationsAtOnce }, lane))
}

async function readRound(platform: Platform, [orgId, mailboxes]: [string, readonly { id: string }[]], mostMs: number): Promise<void> {
  const endsAtMs = performance.now() + mostMs
  for (const { id } of mailboxes) {
    const leftMs = endsAtMs - performance.now()
    if (leftMs <= 0) return
    try {
      await readMailbox(platform, orgId, id, leftMs)
    } catch (error) {
      platform.log.error({ err: error, orgId, accountId: id }, 'a mailbox could not be read')
    }
  }
}
