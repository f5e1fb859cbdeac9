import { z } from 'zod'
import { workflowEvents } from '@imperium/contract/events/workflows.ts'
import { newId } from '../../../../platform/ids.ts'
import { insertApproval } from '../../approvals/approvals-store.ts'
import { requiredText, templateText } from '../config-fields.ts'
import { defineStep, type StepResult, type WaitEnd } from '../step-type.ts'
import { timeout, waitUntil } from '../waits/wait-until.ts'

const Decision = z.object({ decision: z.enum(['approved', 'rejected']), comment: z.string(), decidedBy: z.string() })

const settle = (end: WaitEnd): StepResult => {
  if (end.timedOut) return { kind: 'done', output: { decision: 'timeout', comment: '', decidedBy: null }, port: 'timeout' }
  const output = Decision.parse(end.data)
  return { kind: 'done', output, port: output.decision }
}

export const approval = defineStep({
  kind: 'commit',
  config: z.strictObject({
    title: requiredText('Title is required', 300),
    message: templateText(20_000).default(''),
    /** Members who may decide; empty: all who may approve. */
    assignees: z.array(z.uuid()).max(50).default([]),
    timeout,
    /** By mail with a link, besides the notification. */
    mail: z.boolean().default(true),
  }),
  about: {
    type: 'approval',
    label: 'Ask for approval',
    description: 'Waits until a member approves or rejects, in Imperium, by the email link, or by the API.',
    category: 'people',
    icon: 'user-check',
    ports: [
      { port: 'approved', label: 'Approved' },
      { port: 'rejected', label: 'Rejected' },
      { port: 'timeout', label: 'Timed out' },
    ],
    form: [
      { path: 'title', label: 'Title', kind: 'template', required: true, placeholder: 'Answer {{ trigger.body.name }}?' },
      { path: 'message', label: 'Subject', kind: 'longTemplate' },
      { path: 'assignees', label: 'Who decides', kind: 'members', hint: 'If empty, all members who can approve.' },
      { path: 'mail', label: 'Also send an email with a link', kind: 'switch' },
      { path: 'timeout', label: 'Timeout', kind: 'duration' },
    ],
    sample: { decision: 'approved', comment: '', decidedBy: 'Grace Hopper' },
  },
  run: async (platform, tx, { title, message, assignees, mail, timeout: span }, context) => {
    const { runId, token, workflowId, workflowName, stepName, now } = context
    const [id, until] = [newId(), waitUntil(span, now)]
    await insertApproval(tx, {
      id,
      runId,
      token,
      workflowId,
      stepName,
      title,
      message,
      assignees: [...new Set(assignees)],
      expiresAt: until,
      now,
    })
    const request = { approvalId: id, runId, workflowId, workflowName, title, assignees, mail }
    await platform.events.emit(tx, workflowEvents.approvalRequested, request)
    return { kind: 'wait', wait: { kind: 'approval', key: id, until }, link: { kind: 'approval', id } }
  },
  settle,
})
