import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { PlacedKind } from '@imperium/contract/hierarchy/hierarchy.ts'
import { hierarchyLinks } from '@imperium/contract/hierarchy/links.ts'
import { rights } from '@imperium/contract/hierarchy/rights.ts'
import { team } from '@imperium/contract/team.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'

export const treeQuery = (organizationId: string) => ({
  ...query(hierarchy.tree, { params: { id: organizationId } }),
  meta: { silent: true },
})

/** What a change of the tree may change on screen. */
export const changed = [['hierarchy']]

/** Who would gain and who would lose sight of what by a move. */
export const movePreviewQuery = (id: string, parentId: string) => ({
  ...query(hierarchy.previewMove, { params: { id }, query: { parentId } }),
  meta: { silent: true },
  // Rights change meanwhile.
  staleTime: 0,
})

export const contentsQuery = (id: string) => ({ ...query(hierarchy.contents, { params: { id } }), meta: { silent: true } })

interface Thing {
  kind: PlacedKind
  entity: string | undefined
  id: string
}

const thingOf = ({ kind, entity, id }: Thing) => ({ kind, id, ...(entity ? { entity } : {}) })

export const placementQuery = (thing: Thing) => ({
  ...query(hierarchy.placement, { query: thingOf(thing) }),
  meta: { silent: true },
})

export const explanationQuery = (thing: Thing, userId: string) => ({
  ...query(hierarchy.explain, { query: { ...thingOf(thing), userId } }),
  meta: { silent: true },
})

/** Active members, who can be given rights. */
export const membersQuery = { ...query(team.members, { query: { status: 'ACTIVE', limit: 200 } }), meta: { silent: true } }

export const permissionSetsQuery = { ...query(rights.listSets, { query: { limit: 200 } }), meta: { silent: true } }

export const assignmentsQuery = pages(rights.listAssignments, { query: { limit: 100 } })

/** Rights change what is counted, listed and seen. */
export const rightsChanged = [['rights'], ['hierarchy']]

export const unassignMutation = mutation(rights.unassign, {
  success: t('Right ended'),
  failure: t('The right could not be ended'),
  invalidates: rightsChanged,
})

export const removeSetMutation = mutation(rights.removeSet, {
  success: t('Permission set deleted'),
  failure: t('The permission set could not be deleted'),
  invalidates: rightsChanged,
})

export const linksQuery = { ...query(hierarchyLinks.list), meta: { silent: true } }
export const holdingQuery = { ...query(hierarchyLinks.holding), meta: { silent: true } }
export const linksChanged = [['hierarchy-links']]
