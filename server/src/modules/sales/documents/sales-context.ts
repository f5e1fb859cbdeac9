import type { OrgContext } from '../../../platform/operations/context.ts'

/** What writing a sales document needs of a request; workflows and agents bring it without one. */
export interface SalesContext extends Pick<OrgContext, 'tx' | 'audit'> {
  /** A step of a workflow does it: events say so, and start no other workflow. */
  byWorkflow?: boolean
}
