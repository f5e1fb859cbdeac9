import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Timestamp, idParams, pageQuery, text } from '../kit/fields.ts'

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
    /** Whoever asks may decide. */
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

/** What somebody sees who has only the link. */
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

export const workflowApprovals = {
  list: endpoint({
    id: 'workflow-approvals.list',
    method: 'GET',
    path: '/workflow-approvals',
    summary: 'List approvals that workflows ask for, newest first',
    access: 'workflows:read',
    query: z.strictObject({
      status: z.enum(approvalStatuses).optional(),
      runId: Id.optional(),
      workflowId: Id.optional(),
      /** Those that whoever asks may decide. */
      mine: z.literal('true').optional(),
      ...pageQuery,
    }),
    reply: z.array(Approval).max(200),
    paged: true,
    v1: true,
  }),
  read: endpoint({
    id: 'workflow-approvals.read',
    method: 'GET',
    path: '/workflow-approvals/:id',
    summary: 'Read an approval',
    access: 'workflows:read',
    params: idParams,
    reply: Approval,
    v1: true,
  }),
  decide: endpoint({
    id: 'workflow-approvals.decide',
    method: 'POST',
    path: '/workflow-approvals/:id/decide',
    summary: 'Approve or reject; the first decision stands',
    access: 'workflows:approve',
    params: idParams,
    body: z.strictObject({ decision: z.enum(['approved', 'rejected']), comment: text(2000).default('') }),
    reply: Approval,
    v1: true,
    errors: [409],
  }),
  delegate: endpoint({
    id: 'workflow-approvals.delegate',
    method: 'POST',
    path: '/workflow-approvals/:id/delegate',
    summary: 'Delegate an approval to another member',
    access: 'workflows:approve',
    params: idParams,
    body: z.strictObject({ userId: Id }),
    reply: Approval,
    v1: true,
    errors: [409],
  }),
  /** The link in the mail: opening it shows what is asked, and decides nothing. */
  readByLink: endpoint({
    id: 'workflow-approvals.readByLink',
    method: 'GET',
    path: '/approvals/:token',
    summary: 'Read an approval by the link of its mail',
    access: 'public',
    params: linkParams,
    reply: LinkedApproval,
  }),
  decideByLink: endpoint({
    id: 'workflow-approvals.decideByLink',
    method: 'POST',
    path: '/approvals/:token',
    summary: 'Approve or reject by the link of the mail',
    access: 'public',
    params: linkParams,
    body: z.strictObject({ decision: z.enum(['approved', 'rejected']), comment: text(2000).default('') }),
    reply: LinkedApproval,
    rate: { max: 20, perSeconds: 60 },
    errors: [409],
  }),
}
