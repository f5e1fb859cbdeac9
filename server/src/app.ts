import type { FastifyInstance } from 'fastify'
import { eventJobs } from './platform/events/events.ts'
import type { JobDefinition } from './platform/jobs/jobs.ts'
import type { Module, ModuleFactory } from './platform/module.ts'
import { createHttp } from './platform/http/create-http.ts'
import { mountOperations } from './platform/operations/mount.ts'
import type { Platform } from './platform/platform.ts'
import { emailJobs } from './platform/mail/queue-email.ts'
import { activityModule } from './modules/activity/index.ts'
import { agentsModule } from './modules/agents/index.ts'
import { aiModelsModule } from './modules/ai-models/index.ts'
import { apiKeysModule } from './modules/api-keys/index.ts'
import { apiPlaygroundModule } from './modules/api-playground/index.ts'
import { authModule } from './modules/auth/index.ts'
import { billingModule } from './modules/billing/index.ts'
import { bundlesModule } from './modules/bundles/index.ts'
import { brandingModule } from './modules/branding/index.ts'
import { consentsModule } from './modules/consents/index.ts'
import { contactImportsModule } from './modules/contact-imports/index.ts'
import { contactsModule } from './modules/contacts/index.ts'
import { chatModule } from './modules/chat/index.ts'
import { contactMemoriesModule } from './modules/contact-memories/index.ts'
import { channelsModule } from './modules/channels/index.ts'
import { campaignsModule } from './modules/campaigns/index.ts'
import { mcpModule } from './modules/mcp/index.ts'
import { messagesModule } from './modules/messages/index.ts'
import { templatesModule } from './modules/templates/index.ts'
import { webhooksModule } from './modules/webhooks/index.ts'
import { workflowsModule } from './modules/workflows/index.ts'
import { dashboardModule } from './modules/dashboard/index.ts'
import { codeArtifactsModule } from './modules/code-artifacts/index.ts'
import { dietPlansModule } from './modules/diet-plans/index.ts'
import { usageAnalyticsModule } from './modules/usage-analytics/index.ts'
import { domainsModule } from './modules/domains/index.ts'
import { analyticsModule } from './modules/analytics/index.ts'
import { reportsModule } from './modules/reports/index.ts'
import { dataExportsModule } from './modules/data-exports/index.ts'
import { demoDataModule } from './modules/demo-data/index.ts'
import { erasureModule } from './modules/erasure/index.ts'
import { entitiesModule } from './modules/entities/index.ts'
import { emailDesignsModule } from './modules/email-designs/index.ts'
import { hierarchyModule } from './modules/hierarchy/index.ts'
import { identitiesModule } from './modules/identities/index.ts'
import { integrationsModule } from './modules/integrations/index.ts'
import { mailboxModule } from './modules/mailbox/index.ts'
import { knowledgeModule } from './modules/knowledge/index.ts'
import { notesModule } from './modules/notes/index.ts'
import { notificationsModule } from './modules/notifications/index.ts'
import { organizationsModule } from './modules/organizations/index.ts'
import { onboardingModule } from './modules/onboarding/index.ts'
import { recordsModule } from './modules/records/index.ts'
import { profileModule } from './modules/profile/index.ts'
import { runsModule } from './modules/runs/index.ts'
import { salesModule } from './modules/sales/index.ts'
import { supportModule } from './modules/support/index.ts'
import { searchModule } from './modules/search/index.ts'
import { settingsModule } from './modules/settings/index.ts'
import { segmentsModule } from './modules/segments/index.ts'
import { securityModule } from './modules/security/index.ts'
import { signUpFormsModule } from './modules/sign-up-forms/index.ts'
import { teamModule } from './modules/team/index.ts'

/** Every module of the product. This is the only file that names them. */
const factories: readonly ModuleFactory[] = [
  authModule,
  identitiesModule,
  organizationsModule,
  billingModule,
  brandingModule,
  domainsModule,
  securityModule,
  teamModule,
  hierarchyModule,
  aiModelsModule,
  agentsModule,
  runsModule,
  apiKeysModule,
  apiPlaygroundModule,
  entitiesModule,
  recordsModule,
  contactsModule,
  knowledgeModule,
  notesModule,
  contactMemoriesModule,
  consentsModule,
  segmentsModule,
  contactImportsModule,
  signUpFormsModule,
  channelsModule,
  emailDesignsModule,
  campaignsModule,
  messagesModule,
  supportModule,
  chatModule,
  workflowsModule,
  salesModule,
  webhooksModule,
  integrationsModule,
  mcpModule,
  templatesModule,
  activityModule,
  dashboardModule,
  dietPlansModule,
  codeArtifactsModule,
  usageAnalyticsModule,
  analyticsModule,
  reportsModule,
  bundlesModule,
  dataExportsModule,
  erasureModule,
  notificationsModule,
  profileModule,
  searchModule,
  mailboxModule,
  settingsModule,
  demoDataModule,
  onboardingModule,
]

export const createModules = (platform: Platform): Module[] => factories.map((factory) => factory(platform))

/** Every kind of job: the modules', their event handlers', and the platform's own. */
export const allJobs = (platform: Platform, modules: readonly Module[]): JobDefinition[] => [
  ...emailJobs(platform),
  ...modules.flatMap((module) => [...(module.jobs ?? []), ...eventJobs(module.events ?? [])]),
]

/** The HTTP server with every operation of every module. */
export async function createApp(platform: Platform, modules: readonly Module[]): Promise<FastifyInstance> {
  const app = await createHttp(platform)
  const operations = modules.flatMap((module) => module.operations)
  mountOperations(app, platform, operations)
  for (const module of modules) module.mountProtocol?.(app)
  return app
}
