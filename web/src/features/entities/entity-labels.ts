import type { EntityDefinition, EntityStatus } from '@imperium/contract/entities/entities.ts'
import { fieldTypeNames, fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldTypeName } from '@imperium/contract/kit/field-types/field-types.ts'
import { t, translateMessage } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const statusLabels: Readonly<Record<EntityStatus, { tone: StatusTone; label: string }>> = {
  active: { tone: 'ok', label: t('Active') },
  draft: { tone: 'idle', label: t('Draft') },
  deprecated: { tone: 'warn', label: t('Deprecated') },
  archived: { tone: 'idle', label: t('Archived') },
}

export const stateOf = ({ status, change }: EntityDefinition): { tone: StatusTone; label: string; live?: boolean } =>
  change?.state === 'waiting' ? { tone: 'info', label: t('Changing the table'), live: true } : statusLabels[status]

export const categoryLabels: Readonly<Record<EntityDefinition['category'], string>> = {
  transactional: t('Transactional'),
  master: t('Master'),
  reference: t('Reference'),
}

export const typeLabel = (type: FieldTypeName): string => translateMessage(fieldTypes[type].label)

/** A type of a column: that of a field, or of a system entity as the API names it. */
export const columnTypeLabel = (type: string): string =>
  fieldTypeNames.includes(type as FieldTypeName) ? typeLabel(type as FieldTypeName) : type

/** The name in the API of what a member called a thing: `Property viewing` is `property_viewing`. */
export const nameOfLabel = (label: string): string =>
  label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, 40)
