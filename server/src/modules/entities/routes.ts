import { entities } from '@imperium/contract/entities/entities.ts'
import type { EntityDefinition, EntityVersion } from '@imperium/contract/entities/entities.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { isoText } from '../../platform/resources/reply-of.ts'
import { createEntity, moveEntity, refuseSystem, removeEntity, updateEntity } from './change-entities.ts'
import { describeDifference } from './describe-difference.ts'
import { liveFieldsOf } from './definition.ts'
import { publishEntity } from './publish-entity.ts'
import { deleteColumn, listRetiredFields, restoreColumn } from './retired-columns.ts'
import { readLimits } from './read-limits.ts'
import * as store from './store.ts'
import { systemDefinitions, systemRows } from './system-entities.ts'
import { toDefinition, toField } from './to-definition.ts'

const versionsShown = 100

async function readEntity(platform: Platform, tx: OrgTx, id: string): Promise<EntityDefinition> {
  return systemDefinitions(platform).get(id) ?? toDefinition(found(await store.findDefinition(tx, id)))
}

async function listVersions(platform: Platform, tx: OrgTx, id: string): Promise<EntityVersion[]> {
  refuseSystem(platform, id)
  found(await store.findDefinition(tx, id))
  return (await store.versionsOf(tx, id, versionsShown)).map((row) => ({
    version: row.version,
    createdAt: isoText(row.created_at),
    createdByName: row.created_by_name,
    fields: (liveFieldsOf({ live_fields: row.fields }) ?? []).map(toField),
  }))
}

export const entityOperations = (platform: Platform) =>
  bindOperations(entities, {
    list: async ({ query }, { tx, org }) => {
      if (query.organizationId !== undefined && query.organizationId !== org.id) throw notFound()
      const page = await store.entityPage(platform.cursors, { tx, list: 'entities', query }, query, systemRows(platform))
      const system = systemDefinitions(platform)
      const ids = page.rows.map(({ id }) => id)
      const own = ids.filter((id) => !system.has(id))
      const rows = own.length > 0 ? await store.definitionsWith(tx, own) : []
      const byId = new Map([...system, ...rows.map((row): [string, EntityDefinition] => [row.id, toDefinition(row)])])
      return { rows: ids.flatMap((id) => byId.get(id) ?? []), nextCursor: page.nextCursor }
    },
    stats: async (_input, { tx }) => {
      const system = systemDefinitions(platform).size
      const { total, active, draft } = await store.countEntities(tx)
      return { total: total + system, active: active + system, draft, system }
    },
    limits: (_input, context) => readLimits(context),
    create: ({ body }, context) => createEntity(platform, context, body),
    read: ({ params }, { tx }) => readEntity(platform, tx, params.id),
    update: ({ params, body }, context) => updateEntity(platform, context, params.id, body),
    activate: ({ params, query }, context) => publishEntity(platform, context, { id: params.id, updatedAt: query.updatedAt }),
    difference: ({ params }, { inOrg }) => describeDifference(platform, inOrg, params.id),
    versions: ({ params }, { tx }) => listVersions(platform, tx, params.id),
    retired: ({ params }, { tx }) => listRetiredFields(platform, tx, params.id),
    restoreField: ({ params }, context) => restoreColumn(platform, context, params.id, params.column),
    deleteRetired: ({ params }, context) => deleteColumn(platform, context, params.id, params.column),
    deprecate: ({ params }, context) => moveEntity(platform, context, params.id, 'deprecated'),
    archive: ({ params }, context) => moveEntity(platform, context, params.id, 'archived'),
    restore: ({ params }, context) => moveEntity(platform, context, params.id, 'active'),
    remove: ({ params }, context) => removeEntity(platform, context, params.id),
  })
