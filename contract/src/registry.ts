import { activity } from './activity.ts'
import { agents } from './agents.ts'
import { aiModels } from './ai-models.ts'
import { apiKeys } from './api-keys.ts'
import { apiPlayground } from './api-playground.ts'
import { auth } from './auth/auth.ts'
import { billing } from './billing/billing.ts'
import { bundles } from './bundles/bundles.ts'
import { branding } from './branding/branding.ts'
import { campaigns } from './campaigns/campaign-operations.ts'
import { campaignReports } from './campaigns/campaign-report-operations.ts'
import { campaignSamples } from './campaigns/campaign-samples.ts'
import { campaignChecklists } from './campaigns/launch-checklist.ts'
import { channelAgents } from './channels/channel-agents.ts'
import { channels } from './channels/channels.ts'
import { chat } from './chat.ts'
import { linkPages } from './contacts/consent-pages.ts'
import { consents } from './contacts/consents.ts'
import { contactMemories } from './contacts/contact-memories.ts'
import { contactImports } from './contacts/contact-imports.ts'
import { contacts } from './contacts/contacts.ts'
import { dataExports } from './data-exports/data-exports.ts'
import { dashboard } from './dashboard.ts'
import { codeArtifacts } from './code-artifacts/code-artifacts.ts'
import { dietPlans } from './diet-plans/diet-plans.ts'
import { domains } from './domains/domains.ts'
import { usageAnalytics } from './usage-analytics.ts'
import { analytics } from './analytics/analytics.ts'
import { ask } from './analytics/ask.ts'
import { attribution, funnels } from './analytics/attribution.ts'
import { metricAlerts } from './analytics/metric-alerts.ts'
import { metricGoals } from './analytics/metric-goals.ts'
import { metricViews } from './analytics/metric-views.ts'
import { reports } from './reports/reports.ts'
import { analyticsEvents } from './events/analytics.ts'
import { emailDesigns } from './email-designs/email-design-operations.ts'
import { demoData } from './onboarding/demo-data.ts'
import { erasure } from './erasure/erasure.ts'
import { entities } from './entities/entities.ts'
import { recordImports } from './entities/record-imports.ts'
import { recordOperations } from './entities/records.ts'
import { recordViews } from './entities/record-views.ts'
import { onboarding } from './onboarding/onboarding.ts'
import { hierarchy } from './hierarchy/hierarchy.ts'
import { hierarchyLinks } from './hierarchy/links.ts'
import { rights } from './hierarchy/rights.ts'
import { identities } from './auth/identities.ts'
import { agentEvents } from './events/agents.ts'
import { apiKeyEvents } from './events/api-keys.ts'
import { accountEvents } from './events/auth.ts'
import { campaignEvents, campaignMessageEvents } from './events/campaigns.ts'
import { consentEvents } from './events/consents.ts'
import { contactImportEvents } from './events/contact-imports.ts'
import { contactEvents } from './events/contacts.ts'
import { integrationEvents } from './events/integrations.ts'
import { mcpEvents } from './events/mcp.ts'
import { messageEvents } from './events/messages.ts'
import { recordEvents } from './events/records.ts'
import { runEvents } from './events/runs.ts'
import { salesEvents } from './events/sales.ts'
import { domainEvents } from './events/domains.ts'
import { memberEvents } from './events/team.ts'
import { webhookEvents } from './events/webhooks.ts'
import { workflowEvents } from './events/workflows.ts'
import { integrations } from './integrations.ts'
import type { Endpoint } from './kit/endpoint.ts'
import type { CatalogueEvent } from './kit/event.ts'
import { mailbox } from './channels/mailbox.ts'
import { mcp } from './mcp/mcp.ts'
import { messages } from './messages.ts'
import { helpCenter } from './knowledge/help-center.ts'
import { knowledgeIndex } from './knowledge/knowledge-index.ts'
import { testQuestions } from './knowledge/test-questions.ts'
import { knowledgeSources } from './knowledge/knowledge-sources.ts'
import { knowledge } from './knowledge.ts'
import { notes } from './notes.ts'
import { notifications } from './notifications.ts'
import { organizations } from './organizations.ts'
import { profile } from './auth/profile.ts'
import { runs } from './runs.ts'
import { addOns } from './billing/add-ons.ts'
import { credits } from './billing/credits.ts'
import { operator } from './billing/operator.ts'
import { planOffers } from './billing/plan-offers.ts'
import { salesInvoices } from './sales/sales-invoices.ts'
import { salesOrders } from './sales/sales-orders.ts'
import { salesPages } from './sales/sales-pages.ts'
import { salesProducts } from './sales/sales-products.ts'
import { salesQuotations } from './sales/sales-quotations.ts'
import { salesRecurring } from './sales/sales-recurring.ts'
import { salesSettings } from './sales/sales-settings.ts'
import { salesEInvoices } from './sales/sales-e-invoices.ts'
import { salesBank } from './sales/sales-bank.ts'
import { salesExpenses } from './sales/sales-expenses.ts'
import { salesRegisters } from './sales/sales-registers.ts'
import { salesCredits } from './sales/sales-credits.ts'
import { salesStatements } from './sales/sales-statements.ts'
import { search } from './search.ts'
import { security } from './auth/security.ts'
import { segments } from './contacts/segments.ts'
import { settings } from './settings.ts'
import { support } from './support.ts'
import { signUpForms } from './contacts/sign-up-forms.ts'
import { team } from './team.ts'
import { templates } from './templates.ts'
import { tracking } from './campaigns/tracking.ts'
import { twoFactor } from './auth/two-factor.ts'
import { webhooks } from './webhooks.ts'
import { workflowApprovals } from './workflows/workflow-approvals.ts'
import { workflowCredentials } from './workflows/workflow-credentials.ts'
import { workflowHooks } from './workflows/workflow-hooks.ts'
import { workflowRuns } from './workflows/workflow-runs.ts'
import { workflows } from './workflows/workflows.ts'

/** All operations of the product, by module: an operation that is not listed here does not exist. */
export const contract = {
  'demo-data': demoData,
  onboarding,
  auth,
  'two-factor': twoFactor,
  identities,
  organizations,
  billing,
  profile,
  security,
  team,
  agents,
  runs,
  'ai-models': aiModels,
  'api-keys': apiKeys,
  'api-playground': apiPlayground,
  activity,
  dashboard,
  'usage-analytics': usageAnalytics,
  'diet-plans': dietPlans,
  'code-artifacts': codeArtifacts,
  analytics,
  'metric-alerts': metricAlerts,
  'metric-goals': metricGoals,
  'metric-views': metricViews,
  ask,
  attribution,
  funnels,
  reports,
  knowledge,
  'knowledge-sources': knowledgeSources,
  'knowledge-index': knowledgeIndex,
  'knowledge-tests': testQuestions,
  'help-center': helpCenter,
  notes,
  notifications,
  search,
  mailbox,
  settings,
  contacts,
  'contact-memories': contactMemories,
  'contact-imports': contactImports,
  consents,
  'link-pages': linkPages,
  'sign-up-forms': signUpForms,
  segments,
  channels,
  'email-designs': emailDesigns,
  branding,
  bundles,
  'data-exports': dataExports,
  erasure,
  domains,
  campaigns: { ...campaigns, ...campaignReports, ...campaignSamples, ...campaignChecklists },
  tracking,
  messages,
  chat,
  'channel-agents': channelAgents,
  workflows,
  'workflow-runs': workflowRuns,
  'workflow-approvals': workflowApprovals,
  'workflow-credentials': workflowCredentials,
  'workflow-hooks': workflowHooks,
  templates,
  webhooks,
  integrations,
  credits,
  'add-ons': addOns,
  operator,
  'plan-offers': planOffers,
  'sales-orders': salesOrders,
  'sales-invoices': salesInvoices,
  'sales-settings': salesSettings,
  'sales-quotations': salesQuotations,
  'sales-products': salesProducts,
  'sales-recurring': salesRecurring,
  'sales-bank': salesBank,
  'sales-credits': salesCredits,
  'sales-registers': salesRegisters,
  'sales-expenses': salesExpenses,
  'sales-e-invoices': salesEInvoices,
  'sales-statements': salesStatements,
  'sales-pages': salesPages,
  entities,
  records: recordOperations,
  'record-imports': recordImports,
  'record-views': recordViews,
  mcp,
  support,
  hierarchy,
  rights,
  'hierarchy-links': hierarchyLinks,
} satisfies Record<string, Record<string, Endpoint>>

export type ModuleName = keyof typeof contract

export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])

/** The catalogue of events: workflows start with them, and programs may be told of them. In the order of lists. */
export const events: readonly CatalogueEvent[] = [
  contactEvents,
  consentEvents,
  contactImportEvents,
  recordEvents,
  messageEvents,
  campaignMessageEvents,
  campaignEvents,
  runEvents,
  agentEvents,
  workflowEvents,
  accountEvents,
  memberEvents,
  apiKeyEvents,
  domainEvents,
  salesEvents,
  webhookEvents,
  integrationEvents,
  mcpEvents,
  analyticsEvents,
].flatMap((group) => Object.values<CatalogueEvent>(group))
