// Written by scripts/write-permissions.ts: do not edit.
import { permissions as agents } from './agents/permissions.ts'
import { permissions as analytics } from './analytics/permissions.ts'
import { permissions as auth } from './auth/permissions.ts'
import { permissions as branding } from './branding/permissions.ts'
import { permissions as bundles } from './bundles/permissions.ts'
import { permissions as campaigns } from './campaigns/permissions.ts'
import { permissions as channels } from './channels/permissions.ts'
import { permissions as codeArtifacts } from './code-artifacts/permissions.ts'
import { permissions as contacts } from './contacts/permissions.ts'
import { permissions as dashboard } from './dashboard/permissions.ts'
import { permissions as dataExports } from './data-exports/permissions.ts'
import { permissions as dietPlans } from './diet-plans/permissions.ts'
import { permissions as domains } from './domains/permissions.ts'
import { permissions as entities } from './entities/permissions.ts'
import { permissions as erasure } from './erasure/permissions.ts'
import { permissions as hierarchy } from './hierarchy/permissions.ts'
import { permissions as integrations } from './integrations/permissions.ts'
import { permissions as knowledge } from './knowledge/permissions.ts'
import { permissions as mcp } from './mcp/permissions.ts'
import { permissions as messages } from './messages/permissions.ts'
import { permissions as organizations } from './organizations/permissions.ts'
import { permissions as reports } from './reports/permissions.ts'
import { permissions as sales } from './sales/permissions.ts'
import { permissions as support } from './support/permissions.ts'
import { permissions as templates } from './templates/permissions.ts'
import { permissions as workflows } from './workflows/permissions.ts'

export const declared = {
  ...agents,
  ...analytics,
  ...auth,
  ...branding,
  ...bundles,
  ...campaigns,
  ...channels,
  ...codeArtifacts,
  ...contacts,
  ...dashboard,
  ...dataExports,
  ...dietPlans,
  ...domains,
  ...entities,
  ...erasure,
  ...hierarchy,
  ...integrations,
  ...knowledge,
  ...mcp,
  ...messages,
  ...organizations,
  ...reports,
  ...sales,
  ...support,
  ...templates,
  ...workflows,
}
