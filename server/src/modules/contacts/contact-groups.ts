import type { RawBuilder, SqlBool } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Extension } from '../../platform/extension-point.ts'

/** A named group of contacts that another module keeps. */
export interface ContactGroup {
  /** Ids in ascending order, those after `after`. @throws 404 for a group that is not there. */
  page: (tx: OrgTx, groupId: string, after: string | null, limit: number) => Promise<string[]>
}

/** Conditions on a contact `c`: the planner looks one contact up, or reads the group once for all of them. */
export interface ImportGroup extends ContactGroup {
  includesOne: (importId: string) => RawBuilder<SqlBool>
  includesMany: (importId: string) => RawBuilder<SqlBool>
}

interface ContactGroups {
  import: ImportGroup
  segment: ContactGroup
}

// Of the process and not of a platform: a group holds nothing of the platform that registered it.
const groups: Partial<ContactGroups> = {}

/** For the manifests of the modules that keep imports and segments; this one imports neither. */
export const provideGroup = <K extends keyof ContactGroups>(kind: K, group: ContactGroups[K]): Extension => ({
  attach: () => void Object.assign(groups, { [kind]: group }),
})

export function groupOf<K extends keyof ContactGroups>(kind: K): ContactGroups[K] {
  const group = groups[kind]
  if (!group) throw new Error(`no module provides the group "${kind}"`)
  return group
}
