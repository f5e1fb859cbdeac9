import { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import { readKey } from '@imperium/contract/kit/message.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { fieldsOf, liveFieldsOf } from './definition.ts'
import type { DefinitionRow } from './definition.ts'

const shown = Object.keys(EntityField.shape) as (keyof EntityField)[]

/** Without what only the table knows. */
export const toField = (field: EntityField): EntityField =>
  Object.fromEntries(shown.map((key) => [key, field[key]])) as unknown as EntityField

/** Whether a published change would change anything. */
const hasChanges = (row: DefinitionRow): boolean => {
  const live = liveFieldsOf(row)
  return live !== null && JSON.stringify(live.map(toField)) !== JSON.stringify(fieldsOf(row).map(toField))
}

export const toDefinition = replyOf(EntityDefinition, (row: DefinitionRow) => ({
  entityName: row.name,
  isSystemEntity: false,
  fields: fieldsOf(row).map(toField),
  schemaDefinition: {
    columns: fieldsOf(row).map(({ name, type, required, unique }) => ({ name, type, nullable: !required, unique })),
  },
  hasChanges: hasChanges(row),
  change:
    row.change_state === null
      ? null
      : {
          state: row.change_state as 'waiting' | 'failed',
          message: row.change_message,
          ...readKey(row.change_message, row.change_key),
        },
}))
