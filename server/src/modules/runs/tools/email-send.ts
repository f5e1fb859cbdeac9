import { z } from 'zod'
import { Email } from '@imperium/contract/auth/auth.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { beginEffect, settleEffect } from '../../../platform/events/effects.ts'
import type { EffectDecision } from '../../../platform/events/effects.ts'
import { makeMessageId } from '../../../platform/mail/compose.ts'
import type { MailMessage } from '../../../platform/mail/compose.ts'
import { MailError } from '../../../platform/mail/mail-error.ts'
import { organizationMail } from '../../../platform/mail/organization-mail.ts'
import { noneLeft } from '../../../platform/metering/message-allowance.ts'
import { messagesOfMonth, meter } from '../../../platform/metering/metering.ts'
import { findContactByAddress, recordContactEvents } from '../../contacts/index.ts'
import { effectsOf } from '../effect-source.ts'
import { usedBy } from '../store.ts'
import { refuseRecipient } from './refuse-recipient.ts'
import { defineTool } from './tool.ts'
import type { ToolCall, ToolOutcome } from './tool.ts'

const input = z.strictObject({
  to: Email.describe('One email address'),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'One line')
    .describe('Subject, one line'),
  body: z.string().min(1).max(50_000).describe('Plain text of the mail'),
})
type Message = z.output<typeof input>

const sourceOf = ({ context }: ToolCall): string => effectsOf(context.session.id)
const messageIdOf = ({ context, seq }: ToolCall): string =>
  makeMessageId(`${context.session.orgId}/${context.session.id}/${seq}`, new URL(context.session.platform.config.publicUrl).hostname)

const beginMail = (tx: OrgTx, { to, subject }: Message, call: ToolCall): Promise<EffectDecision> =>
  beginEffect(tx, {
    source: sourceOf(call),
    step: String(call.seq),
    kind: 'mail',
    identity: messageIdOf(call),
    // A repeat carries the same Message-ID, so receivers and our own sandbox recognise it.
    policy: 'repeat',
    request: { to, subject },
  })

export const emailSend = defineTool<Message, EffectDecision>({
  name: 'email_send',
  description:
    'Sends one plain-text email to one recipient: a member of the organization, a contact who agreed to email, or an address that stands in the task itself.',
  input,
  prepare: beginMail,
  run: async (message, call, decision) => {
    if (decision.act === 'done') return { ok: true, output: decision.result as { accepted: boolean } }
    if (decision.act === 'failed') return { ok: false, error: String(decision.result) }
    if (decision.act === 'held') return { ok: false, error: 'It is unknown whether this email was sent.', unknown: true }
    const refusal = await refusalOf(message.to, call)
    if (refusal) return { ok: false, error: refusal }
    return deliver(message, call, decision.attempt > 1)
  },
  settle: async (tx, outcome, call) => {
    const status = outcome.ok ? 'done' : outcome.unknown ? 'unknown' : 'failed'
    await settleEffect(tx, sourceOf(call), String(call.seq), status, outcome.ok ? outcome.output : outcome.error)
    if (!outcome.ok) return
    await meter(tx, { ...usedBy(call.context.session.row), agentId: call.context.session.row.agent_id, mails: 1 })
    await recordForContact(tx, call)
  },
})

/** Adds an email to a contact to the contact's timeline. */
async function recordForContact(tx: OrgTx, { context: { session }, seq }: ToolCall): Promise<void> {
  const { data: sent } = z.object({ arguments: input }).safeParse(session.steps.find((each) => each.seq === seq)?.input)
  const contact = sent && (await findContactByAddress(tx, 'email', sent.arguments.to))
  if (!contact) return
  const { agent_name: actorName, agent_id: agentId } = session.row
  const data = { runId: session.id, agentId, subject: sent.arguments.subject }
  await recordContactEvents(tx, [{ contactId: contact.id, type: 'message.agentMail', actorName, data }])
}

/**
 * Sends the email; retries under the same Message-ID, counted in the ledger, after a deferral or broken connection, if the wait leaves at
 * least half of the run's remaining time. `unsettled`: an earlier attempt may have arrived, whatever the result of this one.
 */
async function deliver(message: Message, call: ToolCall, unsettled: boolean): Promise<ToolOutcome> {
  const { context, seq } = call
  const { session } = context
  const { platform } = session
  const mail = await organizationMail(platform, session.orgId)
  const { to, subject, body: text } = message
  const composed: MailMessage = { messageId: messageIdOf(call), to, subject, text, fromName: oneLine(session.row.agent_name) }
  let unknown = unsettled
  for (const waitMs of [...platform.config.retryMailMs, Infinity]) {
    try {
      const { adapter, accepted, response } = await mail.send(composed)
      platform.metrics.mails.inc({ adapter, outcome: 'ok' })
      return { ok: true, output: { accepted, to, sandbox: adapter === 'sandbox', response } }
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      platform.metrics.mails.inc({ adapter: mail.adapter, outcome: 'failed' })
      unknown ||= error.unknownOutcome
      const failed: ToolOutcome = { ok: false, error: error.text, unknown }
      if (!error.retryable || waitMs > context.remainingMs() / 2) return failed
      if (!(await waitedOut(context, waitMs))) return failed
    }
    const step = session.steps.find((each) => each.seq === seq)
    await session.commit({
      steps: step ? [{ step: { ...step, attempt: step.attempt + 1 } }] : [],
      also: async (tx) => void (await beginMail(tx, message, call)),
    })
  }
  throw new Error('the waits of a mail end with one that never fits')
}

/**
 * True after the wait; false if the run is to end, so that the known result is recorded. Throws for a hand-back: the next worker continues.
 */
async function waitedOut({ sleep, signal }: ToolCall['context'], ms: number): Promise<boolean> {
  try {
    await sleep(ms)
    return true
  } catch (error) {
    if (signal.reason === 'hand-back') throw error
    return false
  }
}

const oneLine = (name: string): string => name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Null if the mail may be sent. */
async function refusalOf(address: string, call: ToolCall): Promise<string | null> {
  const { platform, orgId } = call.context.session
  const usedUp = await platform.db.withOrg(orgId, async (tx) => noneLeft(await messagesOfMonth(tx)))
  if (usedUp) return `${usedUp.message} The mail was not sent.`
  const refusal = await refuseRecipient(address, call)
  return refusal && `${refusal} The mail was not sent.`
}
