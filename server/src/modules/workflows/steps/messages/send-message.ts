import { z } from 'zod'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { MessageKey } from '@imperium/contract/kit/message-fields.ts'
import { textOf, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import type { FieldError } from '../../../../platform/errors.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { resolveAccount, resolveSender } from '../../../channels/index.ts'
import { lockPurposesShared, listPurposes } from '../../../consents/index.ts'
import { writeSystemMessage } from '../../../messages/index.ts'
import type { SystemMessage } from '../../../messages/index.ts'
import { requiredText } from '../config-fields.ts'
import { failWith } from '../fail-with.ts'
import type { StepContext, StepResult, WaitEnd } from '../step-type.ts'

/** Fields shared by all steps that send messages. */
export const messageFields = {
  to: requiredText('Choose a recipient', 320),
  /** '' for a message that the contact asked for: it needs no consent, but suppressions still apply. */
  purpose: z.string().max(40).default('marketing'),
  /** '' for the channel's default. */
  accountId: z.union([z.literal(''), z.uuid()]).default(''),
  /** Whether the step waits until the message was sent, and fails when it was not. */
  waitFor: z.enum(['nothing', 'sent']).default('nothing'),
}

export const messageFormHead: z.input<typeof FormField>[] = [
  {
    path: 'to',
    label: 'To',
    kind: 'template',
    required: true,
    placeholder: '{{ trigger.body.email }}',
    hint: 'An address or a contact.',
  },
  { path: 'purpose', label: 'Purpose', kind: 'purpose', hint: 'Contacts without this consent are skipped.' },
]

export const messageFormTail: z.input<typeof FormField>[] = [
  { path: 'accountId', label: 'Account', kind: 'account' },
  {
    path: 'waitFor',
    label: 'Go on',
    kind: 'select',
    options: [
      { value: 'nothing', label: 'Immediately' },
      { value: 'sent', label: 'When it was sent' },
    ],
  },
]

export const messagePorts = [
  { port: 'next', label: 'Next' },
  { port: 'skipped', label: 'Not allowed' },
]

export const messageSample = {
  messageId: '0198c0de-0000-7000-8000-000000000001',
  conversationId: '0198c0de-0000-7000-8000-000000000002',
  to: 'ada@example.com',
  status: 'queued',
}

type Fields = { purpose: string; accountId: string; waitFor: 'nothing' | 'sent' }
type Content = Pick<SystemMessage, 'channel' | 'to' | 'subject' | 'text' | 'html' | 'senderId' | 'template'>

/** Queues a message in the transaction of the step: it is sent once, or not at all. */
export async function sendMessage(
  platform: Platform,
  tx: OrgTx,
  { purpose, accountId, waitFor }: Fields,
  content: Content,
  { workflowName, now }: StepContext,
): Promise<StepResult> {
  const rest = { purpose: purpose || null, accountId: accountId || null, tellsEnd: waitFor === 'sent', from: workflowName }
  try {
    const written = await writeSystemMessage(platform, tx, { ...content, ...rest })
    const { contactId } = written
    const concerned = contactId === null ? {} : { contactId }
    if (written.kind === 'skipped')
      return {
        kind: 'done',
        port: 'skipped',
        isSkipped: true,
        output: { status: 'skipped', reason: written.reason },
        ...(contactId === null ? {} : { link: { kind: 'contact', id: contactId } }),
      }
    const { messageId, conversationId, to } = written
    const link = { kind: 'message', id: conversationId, ...concerned } as const
    if (waitFor === 'nothing') return { kind: 'done', output: { messageId, conversationId, to, status: 'queued' }, link }
    // Attempts of a delivery take about four hours; quiet hours may come first.
    const until = new Date(now.getTime() + 3 * 86_400_000)
    return { kind: 'wait', wait: { kind: 'message', key: messageId, until, output: { messageId, conversationId, to } }, link }
  } catch (error) {
    return failWith(error)
  }
}

const End = z.object({
  messageId: z.string(),
  status: z.enum(['sent', 'delivered', 'failed', 'held', 'skipped']),
  detail: z.string(),
  detailKey: MessageKey.optional(),
})

/** The step result for a delivery that ended. */
export function readMessageEnd(end: WaitEnd): StepResult {
  if (end.timedOut) return { kind: 'failed', code: 'TIMEOUT', message: 'The message was not sent in time', retryable: false }
  const { messageId, status, detail, detailKey } = End.parse(end.data)
  if (status === 'skipped') return { kind: 'done', port: 'skipped', isSkipped: true, output: { messageId, status, reason: detail } }
  if (status === 'sent' || status === 'delivered') return { kind: 'done', output: { messageId, status } }
  const code = status === 'held' ? 'MESSAGE_UNKNOWN' : 'MESSAGE_FAILED'
  return { kind: 'failed', code, message: detail || 'The message was not sent', ...detailKey, retryable: false, unknown: status === 'held' }
}

/** Of the choices of a message those that are no more. */
export async function checkMessage(
  tx: OrgTx,
  channel: SystemMessage['channel'],
  { purpose, accountId, senderId = '' }: { purpose: string; accountId: string; senderId?: string },
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  if (purpose !== '') await lockPurposesShared(tx)
  if (purpose !== '' && !(await listPurposes(tx)).some((each) => each.key === purpose && each.archivedAt === null))
    problems.push({ path: 'purpose', message: 'This purpose does not exist' })
  if (senderId !== '' && !(await resolveSender(tx, senderId))) problems.push({ path: 'senderId', message: 'This sender does not exist' })
  const account = await resolveAccount(tx, channel, accountId || null).catch(failWith)
  if ('kind' in account && account.kind === 'failed') problems.push({ path: 'accountId', ...worded(textOf(account)) })
  return problems
}
