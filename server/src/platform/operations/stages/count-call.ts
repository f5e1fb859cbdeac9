import type { Exchange, InOrganization } from './exchange.ts'

/** Counts calls of the public API, and agents started from the app, against the plan. @throws 429 PLAN_LIMIT */
export async function countCall({ platform, operation, context, organization }: Exchange & InOrganization): Promise<void> {
  if (context.viaV1 || operation.endpoint.id === 'agents.execute') await platform.calls.count(organization.org)
}
