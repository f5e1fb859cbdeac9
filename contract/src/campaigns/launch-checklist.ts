import { z } from 'zod'
import { messageKey } from '../kit/message-fields.ts'
import { get, operations } from '../kit/operations.ts'

/** What a campaign needs before it is launched, in the order of the list. */
export const launchChecks = [
  ...(['own_address', 'sender', 'postal_address', 'account', 'audience', 'consent', 'message', 'sample_text', 'links'] as const),
  ...(['merge_fields', 'images', 'agent', 'schedule'] as const),
] as const
export type LaunchCheck = (typeof launchChecks)[number]

export const LaunchFinding = z
  .object({
    check: z.enum(launchChecks),
    /** `error`: the launch is refused. `warning`: it is not, but some recipients would see something broken, or get nothing. */
    level: z.enum(['error', 'warning']),
    /** The field, such as `definition.senderId`; `footer`: the postal address of the organization; `account`: the caller's own. */
    path: z.string(),
    message: z.string(),
    ...messageKey,
    /** The block of the email design; null for the field as a whole. */
    blockId: z.string().nullable(),
  })
  .meta({ id: 'LaunchFinding' })
export type LaunchFinding = z.infer<typeof LaunchFinding>

export const LaunchChecklist = z
  .object({
    /** The version that was checked. */
    version: z.int(),
    checks: z
      .array(
        z.object({
          check: z.enum(launchChecks),
          state: z.enum(['ok', 'warning', 'error']),
          findings: z.array(LaunchFinding).max(100),
        }),
      )
      .max(launchChecks.length),
    canLaunch: z.boolean(),
  })
  .meta({ id: 'LaunchChecklist' })
export type LaunchChecklist = z.infer<typeof LaunchChecklist>

export const campaignChecklists = operations(
  'campaigns',
  { read: 'campaigns:read', write: 'campaigns:write' },
  {
    checklist: get('/campaigns/:id/checklist', 'List what a campaign still needs before its launch: an error here refuses the launch', {
      reply: LaunchChecklist,
      v1: true,
    }),
  },
)
