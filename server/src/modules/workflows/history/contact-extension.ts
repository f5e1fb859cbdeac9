import type { Platform } from '../../../platform/platform.ts'
import { eraseMatches, idsOfContact } from '../../contacts/index.ts'
import type { ContactExtension } from '../../contacts/index.ts'
import { runsNaming } from './naming-store.ts'
import { emptyRuns, unlinkContacts, runsAbout, runsOf, runsWith, stepsWith } from './contact-traces-store.ts'

/** What workflows owe contacts: runs were given them, wrote to them and changed them. */
export const workflowContactExtension = (platform: Platform): ContactExtension => ({
  name: 'workflows',
  timeline: [{ name: 'workflow-run', kind: 'workflows', permission: 'workflows:read', read: runsWith }],
  exportContact: async (tx, contactId, names) => ({
    workflowSteps: await stepsWith(tx, await idsOfContact(tx, contactId)),
    workflowRuns: await runsAbout(tx, names),
  }),
  eraseContacts: async (tx, contactIds) => {
    await emptyRuns(platform, tx, await runsOf(tx, contactIds))
    await unlinkContacts(tx, contactIds)
  },
  eraseNamed: eraseMatches(runsNaming, (tx, ids) => emptyRuns(platform, tx, ids)),
})
