import type { Page } from 'playwright-core'
import { beforeAll, inject, test } from 'vitest'
import { see, useBrowser, visit } from './harness/browser.ts'
import { checkEverywhere, sizes } from './harness/check-screen.ts'
import { signIn } from './harness/people.ts'
import { seedWorkspace } from './harness/seed-workspace.ts'
import type { Workspace } from './harness/seed-workspace.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

const browser = useBrowser()
const { url, dataDir } = inject('shared')
let page: Page
let watch: PageWatch
let workspace: Workspace

beforeAll(async () => {
  workspace = await seedWorkspace(url, dataDir)
  page = await browser.open({ reducedMotion: 'reduce' })
  watch = watchPage(page, url)
  await signIn(page, url, workspace.person.email)
})

/** Every page and every dialog or panel with its own address, with a text that shows that it is loaded. */
const screens: readonly (readonly [string, (workspace: Workspace) => string, string])[] = [
  ['dashboard', () => 'dashboard', 'Inbound lead qualifier'],
  ['dashboard 30 days', () => 'dashboard?days=30', 'Inbound lead qualifier'],
  ['agents', () => 'agents', 'Inbound lead qualifier'],
  ['agents grid', () => 'agents?view=grid', 'Inbound lead qualifier'],
  ['agents nothing found', () => 'agents?q=zzz', 'No agents match'],
  ['agent create', () => 'agents?create=true', 'System prompt'],
  ['agent overview', ({ agentId }) => `agents?agent=${agentId}`, 'Success rate'],
  ['agent chat', ({ agentId, runId }) => `agents?agent=${agentId}&tab=chat&run=${runId}`, 'New chat'],
  ['agent run', ({ agentId, runId }) => `agents?agent=${agentId}&tab=run&run=${runId}`, 'email_send'],
  ['agent run failed', ({ agentId, failedRunId }) => `agents?agent=${agentId}&tab=run&run=${failedRunId}`, 'Failed'],
  ['agent history', ({ agentId }) => `agents?agent=${agentId}&tab=history`, 'Completed'],
  ['agent settings', ({ agentId }) => `agents?agent=${agentId}&tab=settings`, 'All changes saved'],
  ['models', () => 'settings/ai-models', 'Browse Templates'],
  ['model create', () => 'settings/ai-models?create=true', 'Test Connection'],
  ['model templates', () => 'settings/ai-models?templates=true', 'GPT'],
  ['providers', () => 'settings/providers', 'Sandbox'],
  ['provider create', () => 'settings/providers?create=true', 'API Base URL'],
  ['organization', () => 'settings/organization', 'Time zone'],
  ['branding', () => 'settings/branding', 'Save Branding Settings'],
  ['domains', () => 'settings/domains', 'No custom domains yet'],
  ['data management', () => 'settings/data', 'Organization as code'],
  ['workflows', () => 'workflows', 'Qualify leads'],
  ['workflows nothing found', () => 'workflows?q=zzz', 'No workflows match'],
  ['workflow create', () => 'workflows?create=true', 'Description'],
  ['workflow templates', () => 'workflows?tab=templates', 'Contact Intake'],
  ['workflow history', () => 'workflows?tab=history', 'Manual'],
  ['workflow start', ({ workflowId }) => `workflows/${workflowId}?start=true`, 'Input'],
  ['workflow versions', ({ workflowId }) => `workflows/${workflowId}?tab=versions`, 'Version 1'],
  ['workflow approvals', ({ workflowId }) => `workflows/${workflowId}?tab=approvals`, 'Answer the lead?'],
  ['approval', ({ approvalId }) => `workflows?approval=${approvalId}`, 'Comment'],
  ['credentials', () => 'settings/credentials', 'Only to crm.example.com'],
  ['credential create', () => 'settings/credentials?create=true', 'Hosts'],
  ['analytics', () => 'analytics', 'Success rate of agents'],
  ['analytics of campaigns', () => 'analytics?tab=campaigns&compare=year&table=true', 'Open rate'],
  ['reports', () => 'reports', 'Agent performance'],
  ['reports nothing found', () => 'reports?q=zzz', 'No matches'],
  ['report create', () => 'reports?create=true', 'Chart type'],
  ['report', () => 'reports?report=00000000-0000-7000-8000-000000000001', 'Trend'],
  ['report share', () => 'reports?report=00000000-0000-7000-8000-000000000001&share=true', 'Expires after days'],
  ['hierarchy', () => 'hierarchy', 'Northern region'],
  ['hierarchy node create', () => 'hierarchy?create=root', 'Made from the name if left empty'],
  ['rights', () => 'settings/rights', 'No permission sets yet'],
  ['permission set create', () => 'settings/rights?create=true', 'You can give only what you have yourself'],
  ['entities', () => 'entities', 'System Entities'],
  ['entities list', () => 'entities?view=list', 'Invoices'],
  ['entity create', () => 'entities?create=true', 'Display name'],
  ['records of no entity', () => 'records/nothing', 'There is no such entity'],
  ['agent templates', () => 'templates', 'All Agent Templates (7)'],
  ['template search', () => 'templates?q=zzz', 'No templates found matching your criteria'],
  ['diet plans', () => 'patient-diet-plan', 'Asha Rao'],
  ['diet plan generate', () => 'patient-diet-plan?create=true', 'Meals per day'],
  ['diet plan', ({ dietPlanId }) => `patient-diet-plan?plan=${dietPlanId}`, 'Foods to emphasize'],
  ['diet plan checks', ({ dietPlanId }) => `patient-diet-plan?plan=${dietPlanId}&tab=checks`, "Clinician's review"],
  ['diet plan shopping', ({ dietPlanId }) => `patient-diet-plan?plan=${dietPlanId}&tab=shopping`, 'Not medical advice'],
  ['code artifacts', () => 'code-artifacts', 'Order total'],
  ['code artifact create', () => 'code-artifacts?create=true', 'Framework'],
  ['code artifact', ({ artifactId }) => `code-artifacts?artifact=${artifactId}`, 'Generated code'],
  ['code artifact review', ({ artifactId }) => `code-artifacts?artifact=${artifactId}&tab=review`, 'Request a review'],
  ['code artifact deployments', ({ artifactId }) => `code-artifacts?artifact=${artifactId}&tab=deployments`, 'Not deployed yet'],
  ['template preview', () => 'templates?tab=workflow&preview=official:lead-qualification', 'Included'],
]

test.each(screens)('in the organization: %s', async (name, path, word) => {
  // A try that failed may have left the size of a phone.
  await page.setViewportSize(sizes.wide)
  await visit(page, `${url}/org/${workspace.person.slug}/${path(workspace)}`)
  await see(page.getByText(word).filter({ visible: true }).last())
  await checkEverywhere(page, name)
  watch.expectClean(name)
})
