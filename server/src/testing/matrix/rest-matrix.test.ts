import { heldKinds } from '@imperium/contract/dashboard.ts'
import type { HeldKind } from '@imperium/contract/dashboard.ts'
import { allEndpoints } from '@imperium/contract/registry.ts'
import { isWrite } from '@imperium/contract/kit/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '../../app.ts'
import { maintenanceTicks } from '../../platform/jobs/maintenance.ts'
import { createTestApp } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'

// Everything that starts work, and what it does for an organization that is suspended or waits for its deletion. A new starter fails here
// until it is entered: ask isInUse or isSuspended in it, or say why it goes on. docs/operations.md, "An organization at rest".

/** Passes over organizations at rest, or makes nothing of theirs begin. */
const waits = 'waits'
/** Changes only rows: counts, and what is over. */
const tidies = 'tidies'
type AtRest = typeof waits | typeof tidies | `works: ${string}`

const ticks: Record<string, AtRest> = {
  'sweep-files': tidies,
  'drop-retired-columns': tidies,
  'resume-table-changes': waits,
  'fold-usage': tidies,
  'make-partitions': tidies,
  'drop-outbox-months': tidies,
  'drop-audit-months': tidies,
  'drop-expired': tidies,
  'identities.sweepFlows': tidies,
  'erase-organizations': 'works: the deletion itself',
  'wake-organizations': 'works: ends the rest',
  'advance-subscriptions': 'works: the operator’s own claims',
  'renew-subscriptions': waits,
  'keep-credits': waits,
  'announce-limits': 'works: tells members',
  'reconcile-payments': 'works: a payment that arrived counts',
  'reap app.runs': 'works: rows of dead workers are due again, and then wait',
  'reap app.knowledge_documents': 'works: rows of dead workers are due again, and then wait',
  'reap app.knowledge_sources': 'works: rows of dead workers are due again, and then wait',
  'reap app.knowledge_indexes': 'works: rows of dead workers are due again, and then wait',
  'reap app.workflow_live': 'works: rows of dead workers are due again, and then wait',
  'reap app.webhook_queues': 'works: rows of dead workers are due again, and then wait',
  'reap app.integration_subscriptions': 'works: rows of dead workers are due again, and then wait',
  'reap app.integration_connections': 'works: rows of dead workers are due again',
  'fold-contact-counts': tidies,
  'drop-left-notes': tidies,
  'resume-contact-imports': waits,
  'sweep-contact-imports': tidies,
  'resume-record-imports': waits,
  'sweep-record-imports': tidies,
  'ask-imported-people': waits,
  'forget-sign-ups': tidies,
  'check-sending-domains': 'works: reads DNS records',
  'forget-hook-words': tidies,
  'erase-settled-items': tidies,
  'read-mailboxes': 'works: what arrives is kept',
  'sweep-sends': waits,
  'guard-sends': 'works: only pauses',
  'guard-ended-sends': 'works: only tells members',
  'choose-winners': waits,
  'campaign-schedule': waits,
  'campaign-drafts': waits,
  'hand-over-tickets': 'works: members may still ask the operator',
  'workflow-schedules': waits,
  'sweep-workflow-rows': tidies,
  'admit-forgotten-workflow-runs': 'works: runs are due, and then wait',
  'overdue-sales-invoices': tidies,
  'expired-sales-quotations': tidies,
  'recurring-sales-invoices': waits,
  'reconcile-sales-checkouts': 'works: a payment that arrived counts',
  'judge-failing-webhooks': tidies,
  'wake-webhooks': waits,
  'retry-refused-items': waits,
  'delete-mcp-approvals': tidies,
  'delete-used-refresh-tokens': tidies,
  'recount-templates': tidies,
  'mirror-account-acts': tidies,
  'erase-expired-runs': tidies,
  'erase-expired-history': tidies,
  'tell-usage-alerts': 'works: tells members',
  'prune-usage-slots': tidies,
  'drop-old-notifications': tidies,
  'queue-digests': waits,
  'erase-accounts': 'works: erasure is owed',
  'drop-person-exports': tidies,
  'check-custom-domains': 'works: reads DNS records',
  'adopt-custom-domains': 'works: belongs to the installation',
  'verify-hierarchies': tidies,
  'reap app.diet_plans': 'works: rows of dead workers are due again, and then wait',
  'record-metric-states': tidies,
  'check-metric-alerts': waits,
  'run-due-reports': waits,
  'free-stuck-reports': 'works: runs are queued again, and then wait',
  'end-lost-model-calls': tidies,
  'forget-unknown-model-calls': tidies,
}

/** Jobs and event handlers that wait: their queue hands them to `app.rested_jobs`. */
const waitingJobs = [
  'entities.buildTable',
  'records.import',
  'data-exports.build',
  'platform.deliverContactLetter',
  'contacts.clearField',
  'contacts.import',
  'contacts.undoImport',
  'contacts.askToConfirm',
  'contacts.signUp',
  'contacts.askBySms',
  'campaigns.build',
  'campaigns.sendChunk',
  'campaigns.dryRun',
  'campaigns.wakeSends',
  'campaigns.forgetHours',
  'campaigns.takeDraft',
  'campaigns.missDraft',
  'messages.deliver',
  'support.receiveMail',
  'workflows.hear',
  'workflows.wakeForAgent',
  'workflows.wakeForMessage',
  'workflows.mailApproval',
  'sales.email-document',
  'webhooks.replay',
  'notifications.digest',
  'demo-data.work',
  'knowledge-render-article',
  'reports.run',
]

/** Those that work at rest; the reason stands with each. */
const workingJobs = [
  'platform.deliverLetter',
  'auth.mailResetLink',
  'identities.disconnectNewOwner',
  'billing.sandbox-call',
  'agents.pauseBeyondPlan',
  'runs.cancelOfDeletedAgent',
  'api-keys.revokeOfDeletedAgent',
  'contacts.forgetNamed',
  'campaigns.countInbound',
  'campaigns.countUnsubscribe',
  'messages.fetchMedia',
  'messages.receive',
  'support.handOver',
  'support.copyReplies',
  'workflows.cancelAbandoned',
  'templates.count',
  'templates.withdraw',
  'notifications.mail',
  'notifications.push',
  'notifications.tellPersonally',
  'profile.buildExport',
]

const leases: Record<string, AtRest> = {
  runs: waits,
  workflow_live: waits,
  webhook_queues: waits,
  knowledge_documents: waits,
  knowledge_sources: waits,
  knowledge_indexes: waits,
  diet_plans: waits,
  integration_subscriptions: waits,
  integration_connections: 'works: a sign-in at a service that is not renewed is lost',
  campaign_chunks: waits,
  installation_lead: 'works: belongs to the installation',
}

const ofAccount = 'works: an account, not an organization'
const refuses = 'refuses'
const isTheirs = 'works: the person’s own right'
/** Operations without a member: of the others the stage `check-permission` refuses every write (access matrix). */
const publicOperations: Record<string, AtRest | typeof refuses> = {
  'auth.register': ofAccount,
  'auth.login': ofAccount,
  'auth.forgotPassword': ofAccount,
  'auth.resetPassword': ofAccount,
  'two-factor.verify': ofAccount,
  'two-factor.beginVerifyPasskey': ofAccount,
  'two-factor.verifyPasskey': ofAccount,
  'two-factor.beginPasskeySignIn': ofAccount,
  'two-factor.passkeySignIn': ofAccount,
  'identities.start': ofAccount,
  'identities.complete': ofAccount,
  'identities.startSso': ofAccount,
  'billing.receiveWebhook': 'works: a payment may be what ends the rest',
  'profile.confirmDeletion': ofAccount,
  'team.previewInvitation': 'works: only shows the invitation',
  'team.join': refuses,
  'help-center.rate': refuses,
  'notifications.unsubscribe': isTheirs,
  'mailbox.answer': 'works: the sandbox of an installation without a mail server',
  'consents.savePreferences': isTheirs,
  'consents.endByLink': isTheirs,
  'consents.unsubscribe': isTheirs,
  'link-pages.saveChoices': isTheirs,
  'link-pages.unsubscribeOnPage': isTheirs,
  'link-pages.confirm': isTheirs,
  'sign-up-forms.submit': refuses,
  'channels.receiveHook': 'works: what arrives is kept',
  'channels.verifySender': 'works: proves an address',
  'chat.start': refuses,
  'chat.send': refuses,
  'chat.askPerson': refuses,
  'chat.mailTranscript': refuses,
  'chat.proveAddress': refuses,
  'chat.endTranscript': refuses,
  'workflow-approvals.decideByLink': refuses,
  'workflow-hooks.receive': refuses,
  'workflow-hooks.resume': refuses,
  'integrations.receive': refuses,
  'sales-pages.answerQuotation': refuses,
  'sales-pages.startPayment': 'works: a customer may pay what is owed',
  'sales-pages.receivePayment': 'works: a payment that arrived counts',
}

const asksOnly = 'asks, and changes nothing outside'
const ofMembers = 'tells members what they see on their page too'
/** What a restored copy holds and would do again: listed for the operator's decision by this kind, or why not. */
const heldStarters: Record<string, readonly HeldKind[] | string> = {
  'erase-organizations': 'deletes what is deleted in the live data too',
  'erase-accounts': 'deletes what is deleted in the live data too',
  'wake-organizations': 'only lets go on what is listed itself',
  'announce-limits': ofMembers,
  'advance-subscriptions': ofMembers,
  'renew-subscriptions': ['renewal'],
  'keep-credits': 'buys by the balance that it finds after the confirmation',
  'reconcile-payments': asksOnly,
  'resume-contact-imports': 'writes contacts of the copy',
  'resume-record-imports': 'writes records of the copy',
  'resume-table-changes': 'changes tables of the copy',
  'ask-imported-people': ['confirmation'],
  'check-sending-domains': asksOnly,
  'read-mailboxes': 'reads what arrived since the backup',
  'sweep-sends': ['campaign'],
  'guard-sends': ofMembers,
  'guard-ended-sends': ofMembers,
  'choose-winners': ['campaign'],
  'campaign-schedule': ['scheduled_campaign'],
  'campaign-drafts': ['scheduled_campaign'],
  'hand-over-tickets': 'belongs to the installation',
  'workflow-schedules': ['workflow_schedule'],
  'admit-forgotten-workflow-runs': ['workflow_run'],
  'recurring-sales-invoices': ['recurring_invoice'],
  'reconcile-sales-checkouts': asksOnly,
  'wake-webhooks': ['webhook'],
  'retry-refused-items': ['trigger'],
  'tell-usage-alerts': ofMembers,
  'queue-digests': ['digest'],
  'check-custom-domains': asksOnly,
  'adopt-custom-domains': 'writes settings of the copy',
  'check-metric-alerts': ofMembers,
  'run-due-reports': ['report'],
  'free-stuck-reports': ['job'],
  runs: ['agent_run'],
  workflow_live: ['workflow_run'],
  webhook_queues: ['webhook'],
  knowledge_documents: 'reads files of the copy',
  knowledge_sources: asksOnly,
  knowledge_indexes: 'computes vectors of the copy',
  diet_plans: ['diet_plan'],
  integration_subscriptions: ['trigger'],
  integration_connections: 'renews a sign-in that the copy needs',
}

/** Rows in the transaction of an event: they are kept, and their lease table or queue waits. */
const writers: Record<string, string> = { 'webhooks.queue': 'kept, and delivered later' }
/** Services of workers take work by the lease tables and queues above; protocols of their own end in operations. */
const services = ['campaigns', 'channels', 'diet-plans', 'domains', 'integrations', 'knowledge', 'runs', 'webhooks', 'workflows']
const protocols = ['chat', 'domains', 'mcp']

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

/** What was not entered, and what was entered and does not exist. */
const differences = (found: readonly string[], entered: readonly string[]) => ({
  missing: found.filter((name) => !entered.includes(name)),
  gone: entered.filter((name) => !found.includes(name)),
})
const none = { missing: [], gone: [] }

test('every tick says what it does for an organization at rest', () => {
  expect(
    differences(
      [...maintenanceTicks(t.platform), ...t.modules.flatMap((module) => module.ticks ?? [])].map(({ name }) => name),
      Object.keys(ticks),
    ),
  ).toEqual(none)
})

test('every job and event handler waits, or says why it does not', () => {
  const jobs = allJobs(t.platform, t.modules)
  expect(
    differences(
      jobs.filter(({ worksAtRest }) => worksAtRest === undefined).map(({ name }) => name),
      waitingJobs,
    ),
  ).toEqual(none)
  const works = jobs.filter(({ worksAtRest }) => worksAtRest !== undefined)
  expect(works.filter(({ worksAtRest }) => worksAtRest === '')).toEqual([])
  // Notices of members share one reason.
  const isNotice = (name: string) => /^notifications\.(tell|welcome|forget)/.test(name) && name !== 'notifications.tellPersonally'
  expect(
    differences(
      works.map(({ name }) => name).filter((name) => !isNotice(name)),
      workingJobs,
    ),
  ).toEqual(none)
})

test('every lease table rests, or says why it does not, and is made due when its organization is taken up again', async () => {
  const { rows } = await t.owner.query<{ name: string }>(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attname = 'lease_owner' and c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'app'`,
  )
  expect(
    differences(
      rows.map(({ name }) => name),
      Object.keys(leases),
    ),
  ).toEqual(none)
  const declared = t.modules.flatMap((module) => module.leases ?? [])
  const resting = declared.filter(({ rests }) => rests).map(({ table }) => table.replace('app.', ''))
  // Chunks of campaigns are taken by jobs, which wait.
  expect(
    differences(
      resting,
      Object.keys(leases).filter((name) => leases[name] === waits && name !== 'campaign_chunks'),
    ),
  ).toEqual(none)
})

/** Writes named so that stop nothing that would go on by itself. */
const stopsNothing = ['billing.pause', 'sales-orders.cancel']

test('what goes on by itself after the rest can be stopped before it', () => {
  const refused = allEndpoints.filter(
    ({ id, access, whileSuspended }) => /\.(cancel|pause|stop|toggle)$/.test(id) && access !== 'signed-in' && !whileSuspended,
  )
  expect(refused.map(({ id }) => id).toSorted()).toEqual(stopsNothing)
})

test('every public write, writer of events, service and protocol is entered', () => {
  expect(
    differences(
      allEndpoints.filter((endpoint) => endpoint.access === 'public' && isWrite(endpoint)).map(({ id }) => id),
      Object.keys(publicOperations),
    ),
  ).toEqual(none)
  expect(
    differences(
      t.modules.flatMap((module) => module.eventWriters ?? []).map(({ name }) => name),
      Object.keys(writers),
    ),
  ).toEqual(none)
  expect(
    differences(
      t.modules.filter((module) => module.startWorker).map(({ name }) => name),
      services,
    ),
  ).toEqual(none)
  expect(
    differences(
      t.modules.filter((module) => module.mountProtocol).map(({ name }) => name),
      protocols,
    ),
  ).toEqual(none)
})

test('what a restored copy would do again is listed for a decision, or has a reason', () => {
  const held = [
    ...[...maintenanceTicks(t.platform), ...t.modules.flatMap((module) => module.ticks ?? [])]
      .filter(({ whileHeld, name }) => !whileHeld && ticks[name] !== tidies)
      .map(({ name }) => name),
    ...t.modules.flatMap((module) => module.leases ?? []).map(({ table }) => table.replace('app.', '')),
  ]
  expect(differences(held, Object.keys(heldStarters))).toEqual(none)
  const listed = Object.values(heldStarters).flatMap((kinds) => (typeof kinds === 'string' ? [] : kinds))
  // Product emails wait as jobs.
  expect(differences([...new Set(['email', ...listed])], heldKinds)).toEqual(none)
})
