import { keyScopes } from '../permissions.ts'
import type { KeyScope } from '../permissions.ts'
import type { Endpoint } from '../kit/endpoint.ts'

export type ToolEndpoint = Endpoint & { access: KeyScope }

/** Whether an operation is a tool for AI assistants over MCP: it is public, answers JSON, and a key may have its scope. */
export const isMcpTool = (endpoint: Endpoint): endpoint is ToolEndpoint =>
  endpoint.v1 === true &&
  endpoint.mcp !== false &&
  (keyScopes as readonly string[]).includes(endpoint.access) &&
  !endpoint.upload &&
  !endpoint.file &&
  !endpoint.redirects &&
  !endpoint.raw &&
  !endpoint.page &&
  (endpoint.reply !== undefined || !endpoint.event)

/** `agents.create` as `agents_create`: many clients allow no dot in a tool's name. */
export const toolName = ({ id }: Pick<Endpoint, 'id'>): string => id.replaceAll('.', '_')

/**
 * Writes that delete, replace many things, or reach people outside, themselves or by what they start; besides every DELETE. Stopping a
 * run or an import is none of them: it must not wait for an approval.
 */
const consequential: ReadonlySet<string> = new Set([
  ...(['agents.bulk', 'contacts.bulk', 'contacts.merge', 'consents.withdraw', 'contact-imports.start'] as const),
  ...([
    'campaigns.send',
    'campaigns.resume',
    'campaigns.retryFailed',
    'campaigns.decideHeld',
    'messages.create',
    'messages.reply',
  ] as const),
  ...([
    'messages.decide',
    'webhooks.rotateSecret',
    'webhooks.replay',
    'webhooks.sendWaiting',
    'workflows.rollBack',
    'workflow-approvals.decide',
  ] as const),
  ...(['integrations.run', 'workflow-runs.start', 'workflow-runs.decide', 'chat.save', 'sales-quotations.send'] as const),
  ...(['sales-invoices.issue', 'sales-invoices.send', 'sales-invoices.remind'] as const),
  ...(['sales-recurring.create', 'sales-recurring.update', 'sales-recurring.resume', 'workflow-runs.retry'] as const),
  ...(['contact-imports.resume', 'consents.remind', 'campaigns.testSend', 'webhooks.create', 'webhooks.update'] as const),
  ...(['agents.execute', 'workflows.publish', 'workflows.toggle', 'workflow-runs.resume', 'campaigns.chooseWinner'] as const),
  ...([
    'sales-invoices.recordPayment',
    'consents.grant',
    'webhooks.retryDelivery',
    'sales-orders.cancel',
    'team.changeMember',
    'operator.refund',
    'operator.setPlan',
    'channels.createAccount',
    'channels.updateAccount',
    'integrations.connect',
    'integrations.configure',
    'bundles.apply',
    'records.bulk',
    'reports.run',
    'sales-bank.match',
    'sales-credits.advance',
    'sales-credits.apply',
    'sales-quotations.accept',
    'sales-quotations.decline',
  ] as const),
])

/** Annotated as destructive for assistants, what an organization may put behind an approval, and what the API playground asks before. */
export const isDestructive = ({ id, method }: Pick<Endpoint, 'id' | 'method'>): boolean => method === 'DELETE' || consequential.has(id)
