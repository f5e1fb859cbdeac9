import type { RawBuilder, SqlBool } from 'kysely'
import type { SegmentCondition } from '@imperium/contract/contacts/segment-rules.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { ContactSet } from './contact-set.ts'

export type ProvidedKind = 'campaign'
export type ProvidedCondition = Extract<SegmentCondition, { kind: ProvidedKind }>

/** A set of contacts, or what is said of `a`, a contact's row of `app.contact_activity`, which the database keeps of that module's rows. */
export type ProvidedPart = { isIn: boolean } & ({ set: ContactSet } | { activity: RawBuilder<SqlBool> })

/** Conditions about rows that another module keeps. That module's manifest provides them; this one imports none of those modules. */
export interface ConditionProvider {
  /** What must (`isIn`) or must not hold, all of it. `since` is when the condition's days begin, null where it has none. */
  compile: (condition: ProvidedCondition, since: Date | null) => readonly ProvidedPart[]
  /** Names of what conditions name by id, those that (still) exist. */
  names: (tx: OrgTx, ids: readonly string[]) => Promise<Map<string, string>>
  /** What a person may choose from, newest first. */
  choices: (tx: OrgTx) => Promise<{ id: string; name: string }[]>
  /** Links of one of them that a condition about clicks may name; null where there is no such one. */
  links: (tx: OrgTx, id: string) => Promise<string[] | null>
}

// Of the process and not of a platform: a provider is pure, it has nothing of the platform that registered it.
const providers = new Map<ProvidedKind, ConditionProvider>()

export const provideConditions = (kind: ProvidedKind, provider: ConditionProvider): Extension => ({
  attach: () => void providers.set(kind, provider),
})

export const providerOf = (kind: ProvidedKind): ConditionProvider | undefined => providers.get(kind)
