import { z } from 'zod'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SystemRow } from './store.ts'

/** A noun of the product, described from its own contract: it is listed beside the organization's entities. */
export interface SystemEntity {
  name: string
  displayName: string
  description: string
  category: EntityDefinition['category']
  module: string
  tableName: string
  /** Its reply in the contract. */
  schema: z.ZodObject
  /** Fields of which no two rows have the same. */
  unique: readonly string[]
  /** Position in the list. */
  order: number
}

/** Rows of another module that records may relate to. */
export interface RelationTargets {
  name: string
  /** Without it titles are hidden. */
  permission: Permission
  /** Titles by id, of those that exist. */
  labels: (tx: OrgTx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** By a part of their title. */
  find: (tx: OrgTx, q: string, limit: number) => Promise<{ id: string; label: string }[]>
}

const systemEntities = extensionPoint<SystemEntity>()
const targets = extensionPoint<RelationTargets>()

export const describeEntity = (entity: SystemEntity): Extension => systemEntities.entry(entity)
export const offerRelation = (target: RelationTargets): Extension => targets.entry(target)
export const relationTargetsOf = (platform: Platform): readonly RelationTargets[] => targets.of(platform)

/** The same in every organization: no row has it. */
const idOf = ({ order }: SystemEntity): string => `00000000-0000-8000-8000-${String(order).padStart(12, '0')}`

interface JsonType {
  type?: string | string[]
  format?: string
  anyOf?: JsonType[]
  enum?: unknown[]
}

const typesOf = ({ type, anyOf }: JsonType): string[] => [...(type === undefined ? [] : [type].flat()), ...(anyOf ?? []).flatMap(typesOf)]

const typeName = (property: JsonType): string => {
  const { format, anyOf, enum: values } = property
  const inner = anyOf?.find((each) => each.type !== 'null')
  if (inner) return typeName(inner)
  if (values) return 'choice'
  return (
    format ??
    (typesOf(property)
      .filter((type) => type !== 'null')
      .join(' | ') ||
      'json')
  )
}

function columnsOf({ schema, unique }: SystemEntity): EntityDefinition['schemaDefinition']['columns'] {
  // A schema with a name of its own would be answered as a reference to it.
  const json = z.toJSONSchema(z.object(schema.shape), { io: 'output', unrepresentable: 'any' }) as { properties?: Record<string, JsonType> }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeName(property),
    nullable: typesOf(property).includes('null'),
    unique: unique.includes(name),
  }))
}

const began = '2026-01-01T00:00:00.000Z'

const toDefinition = (entity: SystemEntity): EntityDefinition => ({
  id: idOf(entity),
  entityName: entity.name,
  displayName: entity.displayName,
  description: entity.description,
  tableName: entity.tableName,
  status: 'active',
  category: entity.category,
  vertical: '',
  module: entity.module,
  tags: ['system'],
  version: 1,
  isSystemEntity: true,
  fields: [],
  schemaDefinition: { columns: columnsOf(entity) },
  hasChanges: false,
  change: null,
  createdAt: began,
  updatedAt: began,
})

/** By id. */
export const systemDefinitions = (platform: Platform): ReadonlyMap<string, EntityDefinition> =>
  new Map(systemEntities.of(platform).map((entity) => [idOf(entity), toDefinition(entity)]))

export const systemRows = (platform: Platform): SystemRow[] =>
  systemEntities.of(platform).map((entity) => ({
    place: entity.order,
    id: idOf(entity),
    name: entity.name,
    display_name: entity.displayName,
    description: entity.description,
  }))

/** Names that no entity of an organization may have. */
export const takenNames = (platform: Platform): string[] => [
  ...systemEntities.of(platform).map(({ name }) => name),
  ...relationTargetsOf(platform).map(({ name }) => name),
]
