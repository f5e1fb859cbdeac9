import { z } from 'zod'
import { EntityName } from '../entities/entity-fields.ts'
import { Id, Timestamp, required, text } from '../kit/fields.ts'
import { create, get, operations, put, remove, update } from '../kit/operations.ts'
import { Assignment } from './rights.ts'

/** From the highest type to the lowest: a node stands below one of the same or a higher type. */
export const nodeTypes = ['holding', 'subsidiary', 'division', 'department', 'team'] as const
export type NodeType = (typeof nodeTypes)[number]

export const mayStandBelow = (type: NodeType, parent: NodeType): boolean => nodeTypes.indexOf(type) >= nodeTypes.indexOf(parent)

export const hierarchyLimits = { nodes: 20_000, level: 40 } as const

const NodeSlug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Slug is required')
  .max(63, 'Must be at most 63 characters')
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'Use lowercase letters, digits and hyphens')

const nodeShape = {
  id: Id,
  name: z.string(),
  slug: z.string(),
  type: z.enum(nodeTypes),
  /** The root is level 0. */
  level: z.int(),
  description: z.string(),
  /** People with a role on the node or on one below it. */
  userCount: z.int(),
  /** Null: the root. */
  parentId: Id.nullable(),
  updatedAt: Timestamp,
}

/** One node without those below it. */
export const OrgNode = z.object(nodeShape).meta({ id: 'OrgNode' })
export type OrgNode = z.infer<typeof OrgNode>

export interface HierarchyNode extends OrgNode {
  children: HierarchyNode[]
}
/** A node with all nodes below it. */
export const HierarchyNode: z.ZodType<HierarchyNode> = z
  .object({
    ...nodeShape,
    get children() {
      return z.array(HierarchyNode)
    },
  })
  .meta({ id: 'HierarchyNode' })

const name = required(120, 'Name is required')
const description = text(1000)
const type = z.enum(nodeTypes)

export const NodeFields = z.strictObject({ name, type, description: description.default(''), slug: NodeSlug.optional() })
export const CreateNodeBody = z.strictObject({
  ...NodeFields.shape,
  /** Below the root unless given. The first node creates the root, named after the organization. */
  parentId: Id.optional(),
})
export type CreateNodeBody = z.infer<typeof CreateNodeBody>

/** Of the version that the caller read: 409 when it was changed since. */
const updatedAt = Timestamp.optional()

export const UpdateNodeBody = z.strictObject({
  name: name.optional(),
  type: type.optional(),
  description: description.optional(),
  slug: NodeSlug.optional(),
  updatedAt,
})
export type UpdateNodeBody = z.infer<typeof UpdateNodeBody>

export const MoveNodeBody = z.strictObject({ parentId: Id, updatedAt })
export type MoveNodeBody = z.infer<typeof MoveNodeBody>

/** What may belong to a node: people with a role there, or above, see it. What belongs to none is visible to all as before. */
const placedKinds = ['contact', 'agent', 'campaign', 'workflow', 'record'] as const
export type PlacedKind = (typeof placedKinds)[number]

const counts = { contacts: z.int(), agents: z.int(), campaigns: z.int(), workflows: z.int(), records: z.int() }

/** What a person would see more, or less. Owners and admins see everything and are not listed. */
export const MoveEffect = z.object({ userId: Id, name: z.string(), nodes: z.int(), ...counts }).meta({ id: 'MoveEffect' })
export type MoveEffect = z.infer<typeof MoveEffect>

export const MovePreview = z
  .object({
    /** The moved node and all below it. */
    nodes: z.int(),
    gainCount: z.int(),
    gains: z.array(MoveEffect).max(50),
    lossCount: z.int(),
    losses: z.array(MoveEffect).max(50),
  })
  .meta({ id: 'MovePreview' })
export type MovePreview = z.infer<typeof MovePreview>

/** What belongs to a node itself, of what the caller sees, and who has a role on it. */
export const NodeContents = z.object({ ...counts, people: z.array(Assignment).max(200) }).meta({ id: 'NodeContents' })
export type NodeContents = z.infer<typeof NodeContents>

export const PlaceBody = z.strictObject({
  kind: z.enum(placedKinds),
  /** Of records: the name of their entity. */
  entity: EntityName.optional(),
  ids: z.array(Id).min(1).max(200),
  /** Null: belongs to no node. */
  nodeId: Id.nullable(),
})
export type PlaceBody = z.infer<typeof PlaceBody>

export const Placement = z.object({ nodeId: Id.nullable(), nodeName: z.string().nullable() }).meta({ id: 'Placement' })
export type Placement = z.infer<typeof Placement>

/** Why a person sees a thing: by role, because it belongs to no node, or by an assignment on a node. None: they do not see it. */
const SightReason = z.object({
  by: z.enum(['role', 'no_node', 'assignment']),
  /** The role in the organization, or the role or permission set of the assignment. */
  right: z.string(),
  /** The node of the assignment: that of the thing, or one above it. */
  nodeName: z.string().nullable(),
  /** Null: without an end. */
  endsAt: Timestamp.nullable(),
})
export const SightExplanation = z
  .object({
    mayRead: z.boolean().meta({ description: 'Whether the person has the permission to read things of this kind at all' }),
    isVisible: z.boolean(),
    nodeName: z.string().nullable(),
    reasons: z.array(SightReason).max(50),
  })
  .meta({ id: 'SightExplanation' })
export type SightExplanation = z.infer<typeof SightExplanation>

const thing = z.strictObject({ kind: z.enum(placedKinds), entity: EntityName.optional(), id: Id })

export const hierarchy = operations(
  'hierarchy',
  { read: 'hierarchy:read', write: 'hierarchy:manage' },
  {
    tree: get('/organizations/:id/hierarchy', "Read an organization's hierarchy: the root with nested children; null without nodes", {
      reply: HierarchyNode.nullable(),
      v1: true,
    }),
    create: create('/hierarchy/nodes', 'Add a node to the hierarchy', { body: CreateNodeBody, reply: OrgNode, onNodes: true }),
    read: get('/hierarchy/nodes/:id', 'Read a node of the hierarchy', { reply: OrgNode }),
    update: update('/hierarchy/nodes/:id', 'Change a node of the hierarchy', { body: UpdateNodeBody, reply: OrgNode, onNodes: true }),
    move: put('/hierarchy/nodes/:id/parent', 'Move a node, with all below it, below another node', {
      body: MoveNodeBody,
      reply: OrgNode,
      errors: [409],
      onNodes: true,
    }),
    previewMove: get('/hierarchy/nodes/:id/move-preview', 'Show who would gain and who would lose sight of what by a move', {
      query: z.strictObject({ parentId: Id }),
      reply: MovePreview,
      access: 'hierarchy:manage',
      onNodes: true,
      errors: [409],
    }),
    contents: get('/hierarchy/nodes/:id/contents', 'Count what belongs to a node, and list who has a role on it', { reply: NodeContents }),
    place: put('/hierarchy/placements', 'Let contacts, agents, campaigns, workflows or records belong to a node, or to none', {
      body: PlaceBody,
      reply: z.object({ changed: z.int() }),
      access: 'hierarchy:place',
    }),
    placement: get('/hierarchy/placements', 'Read to which node a thing belongs', { query: thing, reply: Placement }),
    explain: get('/hierarchy/explanations', 'Explain why a person sees a thing, or does not', {
      query: z.strictObject({ ...thing.shape, userId: Id }),
      reply: SightExplanation,
      access: 'rights:manage',
    }),
    remove: remove('/hierarchy/nodes/:id', 'Delete a node; what stands below it moves up only if asked for', {
      onNodes: true,
      query: z.strictObject({
        /** `reparent`: children and what belongs to the node go to its parent. `refuse`: 409 unless it is empty. */
        contents: z.enum(['refuse', 'reparent']).default('refuse'),
      }),
    }),
  },
)
