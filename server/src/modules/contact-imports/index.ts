import { contactImportEvents } from '@imperium/contract/events/contact-imports.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onPurposeWrite } from '../consents/index.ts'
import { extendContacts, onFieldWrite, provideGroup } from '../contacts/index.ts'
import { confirmationJob, confirmationTick } from './confirmation-job.ts'
import { listHeldConfirmations } from './confirmation-store.ts'
import { importContactExtension } from './contact-extension.ts'
import { importGroup } from './import-group.ts'
import { importsWithField, importsWithPurpose } from './import-store.ts'
import { importTicks } from './import-ticks.ts'
import { importOperations } from './routes.ts'
import { importJob } from './run-import.ts'
import { undoJob } from './undo-import.ts'
import { contactImportsActs } from './acts.ts'

export { openAsText } from './file-as-text.ts'
export { readRecords } from './read-records.ts'
export { firstBytes, recogniseEncoding, recogniseHeader, samplesOf } from './recognise-layout.ts'
export type { Open } from './recognise-layout.ts'
export { hasImported } from './import-store.ts'

export const contactImportsModule: ModuleFactory = (platform) => ({
  name: 'contact-imports',
  tables: [
    'contact_imports',
    'contact_import_errors',
    'contact_import_changes',
    'contact_import_members',
    'contact_import_nos',
    'consent_asks',
  ],
  reads: ['contacts', 'consents'],
  acts: contactImportsActs,
  emits: Object.values(contactImportEvents),
  extensions: [
    provideGroup('import', importGroup),
    onFieldWrite(importsWithField),
    onPurposeWrite(importsWithPurpose),
    extendContacts(importContactExtension),
  ],
  operations: importOperations(platform),
  jobs: [importJob(platform), undoJob(platform), confirmationJob(platform)] as JobDefinition[],
  listHeldWork: listHeldConfirmations,
  ticks: [...importTicks(platform), confirmationTick(platform)],
})
