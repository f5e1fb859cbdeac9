import { workflowApprovals } from '@imperium/contract/workflows/workflow-approvals.ts'
import { notFound } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bindRun } from '../engine/bound-by-keys-store.ts'
import { findApproval, listApprovals } from './approvals-store.ts'
import { decideApproval, delegateApproval } from './decide-approval.ts'
import { decideLinked, readLinked } from './linked-approval.ts'
import { toApproval } from './present-approval.ts'
import type { Viewer } from './present-approval.ts'

const viewerOf = ({ caller, may }: OrgContext): Viewer => ({ userId: caller.userId, mayApprove: may('workflows:approve') })

export const approvalOperations = (platform: Platform) =>
  bindOperations(workflowApprovals, {
    list: async ({ query: { limit, cursor, mine, ...filter } }, context) => {
      const { tx, org } = context
      const viewer = viewerOf(context)
      if (mine && !viewer.mayApprove) return { rows: [], nextCursor: null }
      const scope = { orgId: org.id, list: 'workflow-approvals', filter: { ...filter, mineOf: mine ? viewer.userId : null } }
      const after = cursor ? String(platform.cursors.decode(scope, cursor)[0]) : null
      const request = { ...filter, ...(mine ? { mineOf: viewer.userId } : {}) }
      const rows = await listApprovals(tx, { filter: request, limit: limit + 1, after, now: platform.clock.now() })
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: shown.map((row) => toApproval(row, viewer)), nextCursor: last ? platform.cursors.encode(scope, [last.id]) : null }
    },
    read: async ({ params }, context) => {
      const row = await findApproval(context.tx, params.id, platform.clock.now())
      if (!row) throw notFound()
      return toApproval(row, viewerOf(context))
    },
    decide: async ({ params, body }, context) => {
      const viewer = viewerOf(context)
      const row = await decideApproval(platform, context.tx, params.id, { ...body, ...viewer, name: context.actor.name })
      await bindRun(context.tx, row.run_id, context.key)
      context.audit({ targetName: row.title, after: { decision: body.decision } })
      return toApproval(row, viewer)
    },
    delegate: async ({ params, body }, context) => {
      const viewer = viewerOf(context)
      const isManager = context.role === 'OWNER' || context.role === 'ADMIN'
      const row = await delegateApproval(platform, context.tx, params.id, { to: body.userId, by: { ...viewer, isManager } })
      context.audit({ targetName: row.title, after: { to: body.userId } })
      return toApproval(row, viewer)
    },
    readByLink: ({ params }) => readLinked(platform, params.token),
    decideByLink: ({ params, body }, context) => decideLinked(platform, context, params.token, body),
  })
