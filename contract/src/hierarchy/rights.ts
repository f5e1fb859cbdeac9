import { z } from 'zod'
import { Id, Timestamp, required, text } from '../kit/fields.ts'
import { create, list, operations, remove, update } from '../kit/operations.ts'
import { givenRoles } from '../team.ts'

/** Roles that an assignment can give. On a node ADMIN is its manager. */
export type AssignableRole = (typeof givenRoles)[number]

const PermissionName = z
  .string()
  .regex(/^[a-z-]+:[a-z-]+$/, 'Unknown permission')
  .max(60)

export const PermissionSet = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    permissions: z.array(z.string()).max(200),
    /** Assignments that give it. */
    assignmentCount: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'PermissionSet' })
export type PermissionSet = z.infer<typeof PermissionSet>

const setFields = {
  name: required(120, 'Name is required'),
  description: text(500),
  permissions: z.array(PermissionName).min(1, 'Choose at least one permission').max(200),
}
export const PermissionSetBody = z.strictObject({ ...setFields, description: setFields.description.default('') })
export type PermissionSetBody = z.infer<typeof PermissionSetBody>

/** A role or a permission set, given to a member for the whole organization or for a node and all below it. It only adds. */
export const Assignment = z
  .object({
    id: Id,
    userId: Id,
    userName: z.string(),
    /** Null: the whole organization. */
    nodeId: Id.nullable(),
    nodeName: z.string().nullable(),
    role: z.enum(givenRoles).nullable(),
    permissionSetId: Id.nullable(),
    permissionSetName: z.string().nullable(),
    /** The person that a deputy stands in for. */
    deputyForId: Id.nullable(),
    deputyForName: z.string().nullable(),
    startsAt: Timestamp.nullable(),
    endsAt: Timestamp.nullable(),
    /** Between its two times. */
    isCurrent: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Assignment' })
export type Assignment = z.infer<typeof Assignment>

export const CreateAssignmentBody = z
  .strictObject({
    userId: Id,
    nodeId: Id.nullable().default(null),
    role: z.enum(givenRoles).optional(),
    permissionSetId: Id.optional(),
    deputyForId: Id.optional(),
    startsAt: Timestamp.optional(),
    endsAt: Timestamp.optional(),
  })
  .superRefine(({ role, permissionSetId, deputyForId, userId, startsAt, endsAt }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if ((role === undefined) === (permissionSetId === undefined)) refuse('role', 'Choose a role or a permission set')
    if (deputyForId === userId) refuse('deputyForId', 'A deputy acts for another person')
    if (deputyForId !== undefined && endsAt === undefined) refuse('endsAt', 'A deputy needs a date on which it ends')
    if (startsAt !== undefined && endsAt !== undefined && Date.parse(endsAt) <= Date.parse(startsAt))
      refuse('endsAt', 'Must be after the start')
  })
export type CreateAssignmentBody = z.infer<typeof CreateAssignmentBody>

export const rights = operations('rights', 'rights:manage', {
  listSets: list('/permission-sets', 'List permission sets', { row: PermissionSet }),
  createSet: create('/permission-sets', 'Create a permission set', { recentSignIn: true, body: PermissionSetBody, reply: PermissionSet }),
  updateSet: update('/permission-sets/:id', 'Change a permission set', {
    recentSignIn: true,
    body: z.strictObject({ ...z.strictObject(setFields).partial().shape, updatedAt: Timestamp.optional() }),
    reply: PermissionSet,
  }),
  removeSet: remove('/permission-sets/:id', 'Delete a permission set that no assignment gives'),
  listAssignments: list('/assignments', 'List assignments', {
    row: Assignment,
    filter: { userId: Id.optional(), nodeId: Id.optional(), permissionSetId: Id.optional() },
  }),
  assign: create('/assignments', 'Give a member a role or a permission set', {
    recentSignIn: true,
    body: CreateAssignmentBody,
    reply: Assignment,
    onNodes: true,
  }),
  unassign: remove('/assignments/:id', 'End an assignment', { onNodes: true }),
})
