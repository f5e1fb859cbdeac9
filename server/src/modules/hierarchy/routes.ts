import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { hierarchyLinks } from '@imperium/contract/hierarchy/links.ts'
import { rights } from '@imperium/contract/hierarchy/rights.ts'
import { assign, unassign } from './assign.ts'
import { assignmentPage, permissionSetPage, toAssignment, toPermissionSet } from './assignment-store.ts'
import { createNode, removeNode, updateNode } from './change-nodes.ts'
import { endLink, joinHolding, leaveHolding, listHierarchyLinks, offerLink, previewLink, readHolding } from './links.ts'
import { moveNode, previewMove } from './move-node.ts'
import { findNode, toNode } from './node-store.ts'
import { createPermissionSet, removePermissionSet, updatePermissionSet } from './permission-sets.ts'
import { explainSight, placeThings, readContents, readPlacement } from './place.ts'
import { readTree } from './read-tree.ts'

export const hierarchyOperations = (platform: Platform) =>
  bindOperations(hierarchy, {
    tree: ({ params }, { tx, org }) => {
      if (params.id !== org.id) throw notFound()
      return readTree(tx)
    },
    read: async ({ params }, { tx }) => toNode(found(await findNode(tx, params.id))),
    create: ({ body }, context) => createNode(context, body),
    update: ({ params, body }, context) => updateNode(platform, context, params.id, body),
    move: ({ params, body }, context) => moveNode(platform, context, params.id, body),
    remove: ({ params, query }, context) => removeNode(platform, context, params.id, query.contents),
    previewMove: ({ params, query }, context) => previewMove(platform, context, params.id, query.parentId),
    contents: ({ params }, { tx }) => readContents(platform, tx, params.id),
    place: ({ body }, context) => placeThings(platform, context, body),
    placement: ({ query }, context) => readPlacement(platform, context, query),
    explain: ({ query }, context) => explainSight(platform, context, query),
  })

export const rightsOperations = (platform: Platform) =>
  bindOperations(rights, {
    listSets: async ({ query }, { tx }) => {
      const { rows, nextCursor } = await permissionSetPage(platform.cursors, { tx, list: 'permission-sets', query }, query)
      return { rows: rows.map((row) => toPermissionSet(row)), nextCursor }
    },
    createSet: ({ body }, context) => createPermissionSet(context, body),
    updateSet: ({ params, body }, context) => updatePermissionSet(platform, context, params.id, body),
    removeSet: ({ params }, context) => removePermissionSet(context, params.id),
    listAssignments: async ({ query }, { tx }) => {
      const { rows, nextCursor } = await assignmentPage(platform.cursors, { tx, list: 'assignments', query }, query)
      return { rows: rows.map((row) => toAssignment(row)), nextCursor }
    },
    assign: ({ body }, context) => assign(context, body),
    unassign: ({ params }, context) => unassign(context, params.id),
  })

export const linkOperations = (platform: Platform) =>
  bindOperations(hierarchyLinks, {
    list: (_input, context) => listHierarchyLinks(platform, context),
    offer: ({ body }, context) => offerLink(platform, context, body.nodeId),
    end: ({ params }, context) => endLink(context, params.id),
    holding: (_input, context) => readHolding(platform, context),
    preview: ({ body }) => previewLink(platform, body.code),
    join: ({ body }, context) => joinHolding(platform, context, body.code),
    leave: (_input, context) => leaveHolding(platform, context),
  })
