import type { SegmentCondition } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { ContactSet } from './contact-set.ts'

export type RecordRule = Extract<SegmentCondition, { kind: 'record' }>

/** A condition about records, with all that it names looked up. */
export interface ResolvedRecords {
  /** Contacts that a record relates to; `since`: only records made from then on. */
  set: (since: Date | null) => ContactSet
  /** "Viewings (Visitor)". */
  name: string
}

/** Conditions about records of the organization's own types. The module of the records provides them. */
export interface RecordProvider {
  resolve: (tx: OrgTx, rule: RecordRule) => Promise<ResolvedRecords | Worded>
  choices: (tx: OrgTx) => Promise<SegmentChoices['records']>
}

// Of the process: a provider is pure, it has nothing of the platform that registered it.
let provider: RecordProvider | undefined

export const provideRecordConditions = (given: RecordProvider): Extension => ({
  attach: () => {
    provider = given
  },
})
export const recordProvider = (): RecordProvider | undefined => provider

export type RecordsOfRules = ReadonlyMap<string, ResolvedRecords | Worded>

/** What tells one condition from another, whatever it is asked of. */
export const recordKey = ({ entity, relation, where }: RecordRule): string => JSON.stringify([entity, relation, where])

export async function resolveRecords(tx: OrgTx, rules: readonly RecordRule[]): Promise<RecordsOfRules> {
  const resolved = new Map<string, ResolvedRecords | Worded>()
  for (const rule of rules) {
    const key = recordKey(rule)
    if (provider && !resolved.has(key)) resolved.set(key, await provider.resolve(tx, rule))
  }
  return resolved
}
