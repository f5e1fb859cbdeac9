import type { ModuleFactory } from '../../platform/module.ts'
import { writeSandboxOutput } from '../../platform/llm/sandbox/written-outputs.ts'
import { onFieldUse, provideGroup } from '../contacts/index.ts'
import { segmentOperations } from './routes.ts'
import { SEGMENT_OUTPUT, proposeSegment } from './sandbox/propose-segment.ts'
import { segmentGroup } from './segment-group.ts'
import { segmentsWithField } from './store.ts'
import { segmentsActs } from './acts.ts'
import { offerQueryTable } from '../../platform/llm/query-tables.ts'
import { segmentsQuery } from './query-tables.ts'

export { audiencePage, countAudience, describeAudience, isAnyoneReachable, isInAudience, segmentsAmong } from './audience.ts'
export type { ContactSet } from './contact-set.ts'
export { joinSegment, tagsOfSegment } from './join-segment.ts'
export { namedSegments } from './named-segments.ts'
export { provideConditions } from './provide-conditions.ts'
export type { ConditionProvider, ProvidedCondition, ProvidedPart } from './provide-conditions.ts'
export { onSegmentUse } from './segment-users.ts'
export type { FindSegmentUsers } from './segment-users.ts'
export { provideRecordConditions } from './record-conditions.ts'
export type { RecordProvider, RecordRule, ResolvedRecords } from './record-conditions.ts'
export { campaignsInSegments } from './store.ts'

export const segmentsModule: ModuleFactory = (platform) => ({
  name: 'segments',
  tables: ['segments'],
  reads: ['contacts', 'contact_fields', 'contact_events', 'contact_merges', 'contact_activity', 'consents', 'consent_purposes'],
  acts: segmentsActs,
  extensions: [
    offerQueryTable(segmentsQuery),
    writeSandboxOutput(SEGMENT_OUTPUT, proposeSegment),
    provideGroup('segment', segmentGroup),
    onFieldUse(segmentsWithField),
  ],
  operations: segmentOperations(platform),
})
