import { z } from 'zod'
import { Id, Timestamp, text } from '../kit/fields.ts'
import { get, list, operations, post } from '../kit/operations.ts'

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const

export const Approval = z
  .object({
    id: Id,
    runId: Id,
    workflowId: Id,
    workflowName: z.string(),
    stepName: z.string(),
    title: z.string(),
    message: z.string(),
    status: z.enum(approvalStatuses),
    assignees: z.array(z.object({ id: Id, name: z.string() })).max(50),
    /** The caller may decide. */
    isMine: z.boolean(),
    decidedBy: z.string().nullable(),
    comment: z.string(),
    expiresAt: Timestamp.nullable(),
    createdAt: Timestamp,
    decidedAt: Timestamp.nullable(),
  })
  .meta({ id: 'WorkflowApproval' })
export type Approval = z.infer<typeof Approval>

const linkParams = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_.-]{20,400}$/) })

/** What a user with only the link sees. */
export const LinkedApproval = Approval.pick({
  title: true,
  message: true,
  status: true,
  workflowName: true,
  stepName: true,
  expiresAt: true,
  decidedBy: true,
})
  .extend({ organization: z.string() })
  .meta({ id: 'LinkedApproval' })

export const workflowApprovals = operations(
  'workflow-approvals',
  { read: 'workflows:read', write: 'workflows:approve' },
  {
    list: list('/workflow-approvals', 'List approvals that workflows ask for, newest first', {
      row: Approval,
      filter: {
        status: z.enum(approvalStatuses).optional(),
        runId: Id.optional(),
        workflowId: Id.optional(),
        /** Approvals that the caller may decide. */
        mine: z.literal('true').optional(),
      },
      v1: true,
    }),
    read: get('/workflow-approvals/:id', 'Read an approval', {
      reply: Approval,
      v1: true,
    }),
    decide: post('/workflow-approvals/:id/decide', 'Approve or reject; the first decision stands', {
      body: z.strictObject({ decision: z.enum(['approved', 'rejected']), comment: text(2000).default('') }),
      reply: Approval,
      v1: true,
      errors: [409],
    }),
    delegate: post('/workflow-approvals/:id/delegate', 'Delegate an approval to another member', {
      body: z.strictObject({ userId: Id }),
      reply: Approval,
      v1: true,
      errors: [409],
    }),
    /** The link in the email: opening it shows the request and decides nothing. */
    readByLink: get('/approvals/:token', 'Read an approval by the link of its mail', {
      access: 'public',
      params: linkParams,
      reply: LinkedApproval,
    }),
    decideByLink: post('/approvals/:token', 'Approve or reject by the link in the email', {
      access: 'public',
      params: linkParams,
      body: z.strictObject({ decision: z.enum(['approved', 'rejected']), comment: text(2000).default('') }),
      reply: LinkedApproval,
      rate: { max: 20, perSeconds: 60 },
      errors: [409],
    }),
  },
)
