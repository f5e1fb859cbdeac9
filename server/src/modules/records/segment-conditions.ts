import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { isRelation } from '@imperium/contract/entities/entity-fields.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import { AppError } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { findLiveEntity, listLiveEntities, recordTable } from '../entities/index.ts'
import type { LiveEntity, LiveField } from '../entities/index.ts'
import type { RecordProvider, RecordRule, ResolvedRecords } from '../segments/index.ts'
import { readFilter } from './read-filter.ts'
import { conditionSql } from './record-store.ts'

const toContacts = ({ fields }: LiveEntity): LiveField[] => fields.filter(({ type, entity }) => isRelation(type) && entity === 'contacts')
/** Types that the rule builder can ask for. */
const asked = ['text', 'long-text', 'number', 'date', 'boolean', 'choice', 'email', 'phone', 'url', 'autonumber']

async function resolve(tx: OrgTx, { entity: name, relation, where }: RecordRule): Promise<ResolvedRecords | Worded> {
  const entity = await findLiveEntity(tx, name)
  const field = entity && toContacts(entity).find((each) => each.name === relation)
  if (!entity || entity.status === 'archived' || !field)
    return message('The entity "{entity}" has no relation "{relation}" to contacts any more.', { entity: name, relation })
  try {
    const conditions = readFilter(entity, JSON.stringify(where)).map((condition) =>
      conditionSql({ ...condition, field: { ...condition.field, column: `r.${condition.field.column}` } }),
    )
    const isMany = field.type === 'relations'
    const column = sql.ref(`r.${field.column}`)
    return {
      name: `${entity.displayName} (${field.label})`,
      set: (since) => ({
        from: isMany
          ? sql`${recordTable(entity.table)} r cross join lateral unnest(${column}) related(id)`
          : sql`${recordTable(entity.table)} r`,
        contactId: isMany ? sql<string>`related.id` : sql<string>`${column}`,
        where: sql<SqlBool>`${sql.join(
          [sql`r.deleted_at is null`, ...conditions, ...(since === null ? [] : [sql`r.created_at >= ${since}`])],
          sql` and `,
        )}`,
      }),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return worded(error.text)
  }
}

export const recordConditions: RecordProvider = {
  resolve,
  choices: async (tx) =>
    (await listLiveEntities(tx)).flatMap((entity) =>
      toContacts(entity).map((field) => ({
        entity: entity.name,
        relation: field.name,
        label: `${entity.displayName} (${field.label})`,
        fields: entity.fields
          .filter(({ type }) => asked.includes(type))
          .map(({ name, label, type, options }) => ({ name, label, type, options, operators: [...fieldTypes[type].operators] })),
      })),
    ),
}
