import type { z } from 'zod'
import type { TestMessageBody } from '@imperium/contract/channels/channel-accounts.ts'
import { asValue, message, worded } from '@imperium/contract/kit/message.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { DeliveryOutcome, OutgoingContent } from '../../../platform/delivery/transport.ts'
import { invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { parseEmailAddress } from '../../../platform/mail/address.ts'
import { makeMessageId } from '../../../platform/mail/compose.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findProfile } from '../../organizations/index.ts'
import { findAccount } from './accounts-store.ts'
import type { ChannelAccount } from './accounts-store.ts'
import { dkimKeyFor } from '../senders/dkim-key.ts'
import { reportHealth } from './report-health.ts'
import { addressFor, usableSender } from './resolve-account.ts'
import { resolveSender } from '../senders/senders-store.ts'
import { accountNotFound, isSandbox } from './show-account.ts'
import { transportFor } from './transport-for.ts'

type InOrg = <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>

export interface TestResult extends Worded {
  success: boolean
  latency: number
}

/** Sends one real message, whatever the state of the circuit breaker, and reports the result to it. @throws 404, 409, 422 */
export async function testAccount(
  platform: Platform,
  inOrg: InOrg,
  id: string,
  { to, text }: z.output<typeof TestMessageBody>,
): Promise<{ account: ChannelAccount; to: string; result: TestResult }> {
  const { account, message } = await inOrg(async (tx) => {
    const found = await findAccount(tx, id)
    if (!found) throw accountNotFound()
    const address = recipientOf(found, to)
    const identity = `${tx.orgId}/test/${newId()}`
    return { account: found, message: { identity, to: address, content: await contentOf(platform, tx, found, identity, text) } }
  })
  const startedMs = performance.now()
  const outcome = await transportFor(platform, account).send(message)
  const latency = Math.round(performance.now() - startedMs)
  const isFault = outcome.kind === 'unreachable'
  await inOrg((tx) => reportHealth(platform, tx, id, isFault ? { ok: false, reason: outcome.text ?? outcome.response } : { ok: true }))
  return { account, to: message.to, result: { ...describe(platform, account, outcome), latency } }
}

function recipientOf(account: ChannelAccount, to: string): string {
  if (account.channel === 'webhook') return addressFor(account, { email: null, phone: null }) ?? ''
  const address = account.channel === 'email' ? parseEmailAddress(to) : /^\+[1-9]\d{6,14}$/.test(to) ? to : null
  if (!address)
    throw invalid([
      {
        path: 'to',
        message: account.channel === 'email' ? 'Please enter a valid email address' : 'Please enter a number such as +14155550123',
      },
    ])
  return address
}

const defaultText = (organization: string): string => `This is a test message from ${organization}. The account works.`

async function contentOf(
  platform: Platform,
  tx: OrgTx,
  account: ChannelAccount,
  identity: string,
  given: string,
): Promise<OutgoingContent> {
  const organization = (await findProfile(tx, tx.orgId))?.name ?? ''
  const text = given || defaultText(organization)
  if (account.channel === 'sms') return { channel: 'sms', text }
  if (account.channel === 'whatsapp') return { channel: 'whatsapp', template: null, text }
  if (account.channel === 'webhook')
    return { channel: 'webhook', body: JSON.stringify({ type: 'test', text, sentAt: platform.clock.now().toISOString() }) }
  const sender = usableSender(platform, account, await resolveSender(tx, null))
  const fromAddress = sender?.email ?? platform.config.mailFrom
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1)
  const dkim = await dkimKeyFor(platform, tx, domain)
  return {
    channel: 'email',
    fromName: sender?.name ?? organization,
    fromAddress,
    subject: 'Test message',
    text,
    messageId: makeMessageId(identity, domain),
    returnPath: fromAddress,
    ...(sender?.replyTo ? { replyTo: sender.replyTo } : {}),
    ...(dkim ? { dkim } : {}),
  }
}

function describe(platform: Platform, account: ChannelAccount, outcome: DeliveryOutcome): Pick<TestResult, 'success'> & Worded {
  const { response } = outcome
  switch (outcome.kind) {
    case 'accepted':
      return {
        success: true,
        ...worded(
          isSandbox(platform, account)
            ? 'Kept in the sandbox. Nothing left this server.'
            : message('Sent. The provider said: {response}', { response }),
        ),
      }
    case 'refused':
      return { success: false, ...message('Refused: {response}', { response }) }
    case 'put-off':
      return {
        success: false,
        ...(outcome.throttled
          ? message('The provider asks to slow down: {response}', { response })
          : message('Deferred: {response}', { response })),
      }
    case 'unreachable':
      return { success: false, ...message('Not sent: {response}', { response: asValue(outcome.text ?? response) }) }
    case 'unknown':
      return { success: false, ...message('Sent, but no response came. It may have arrived: {response}', { response }) }
  }
}
