import { sql } from 'kysely'
import { z } from 'zod'
import { Email } from '@imperium/contract/auth.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { beginEffect, settleEffect } from '../../../platform/effects.ts'
import { makeMessageId } from '../../../platform/mail/compose.ts'
import { MailError } from '../../../platform/mail/mail-error.ts'
import { meter } from '../../../platform/metering.ts'
import { defineTool } from './tool.ts'
import type { ToolCall, ToolOutcome } from './tool.ts'

const input = z.strictObject({
  to: Email.describe('One e-mail address'),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\r\n]*$/, 'One line')
    .describe('Subject, one line'),
  body: z.string().min(1).max(50_000).describe('Plain text of the mail'),
})

const sourceOf = ({ context }: ToolCall): string => `run:${context.session.id}`
const messageIdOf = ({ context, seq }: ToolCall): string =>
  makeMessageId(`${context.session.orgId}/${context.session.id}/${seq}`, new URL(context.session.platform.config.publicUrl).hostname)

export const emailSend = defineTool({
  name: 'email_send',
  description: 'Sends one plain-text e-mail to one recipient: a member of the organization, or an address that stands in the task itself.',
  input,
  prepare: async (tx, message, call) => {
    const decision = await beginEffect(tx, {
      source: sourceOf(call),
      step: String(call.seq),
      kind: 'mail',
      identity: messageIdOf(call),
      // A repeat carries the same Message-ID, so receivers and our own sandbox recognise it.
      policy: 'repeat',
      request: { to: message.to, subject: message.subject },
    })
    decisions.set(
      call.context,
      decision.act === 'done'
        ? { ok: true, output: decision.result as { accepted: boolean } }
        : decision.act === 'failed'
          ? { ok: false, error: String(decision.result) }
          : null,
    )
  },
  run: async (message, call) => {
    const known = decisions.get(call.context)
    if (known) return known
    const { platform, orgId } = call.context.session
    if (!(await isKnownRecipient(message.to, call))) {
      return {
        ok: false,
        error: `${message.to} is neither a member of the organization nor an address in the task. The mail was not sent.`,
      }
    }
    const mail = platform.mailFor(orgId)
    try {
      const receipt = await mail.send({
        messageId: messageIdOf(call),
        to: message.to,
        subject: message.subject,
        text: message.body,
        fromName: call.context.session.row.agent_name,
      })
      platform.metrics.mails.inc({ adapter: receipt.adapter, outcome: 'ok' })
      return {
        ok: true,
        output: { accepted: receipt.accepted, to: message.to, sandbox: receipt.adapter === 'sandbox', response: receipt.response },
      }
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      platform.metrics.mails.inc({ adapter: mail.adapter, outcome: 'failed' })
      return { ok: false, error: error.publicMessage, unknown: error.unknownOutcome }
    }
  },
  settle: async (tx, outcome, call) => {
    const status = outcome.ok ? 'done' : outcome.unknown ? 'unknown' : 'failed'
    await settleEffect(tx, sourceOf(call), String(call.seq), status, outcome.ok ? outcome.output : outcome.error)
    if (outcome.ok) await meter(tx, { agentId: call.context.session.row.agent_id, mails: 1 })
  },
})

// What the ledger said of this call, from the transaction before it to the call itself. A run makes one call at a time.
const decisions = new WeakMap<ToolCall['context'], ToolOutcome | null>()

/**
 * Text that an agent reads must not be able to send what the agent knows to anybody (SEC-42): a mail goes to members, or to an
 * address that whoever started the run wrote into its input.
 */
async function isKnownRecipient(address: string, { context }: ToolCall): Promise<boolean> {
  const task = JSON.stringify(context.session.row.input).toLowerCase()
  const addresses = task.match(/[^\s"'<>(),;:\\[\]]+@[^\s"'<>(),;:\\[\]]+/g) ?? []
  if (addresses.some((each) => each.replace(/[.!?]+$/, '') === address)) return true
  return context.session.platform.db.withOrg(context.session.orgId, (tx) => isMember(tx, address))
}

async function isMember(tx: OrgTx, address: string): Promise<boolean> {
  const { rows } = await sql`select 1 from auth.org_people() where email = ${address}`.execute(tx)
  return rows.length > 0
}
