import type { Exchange, InOrganization } from './exchange.ts'

/** Counts API calls against the plan: requests of the public API, and those with an API key. What members do in the app is none. @throws 429 PLAN_LIMIT */
export async function countCall({ platform, context, organization }: Exchange & InOrganization): Promise<void> {
  if (context.viaV1 || organization.key)
    await platform.calls.count(organization.org, { keyId: organization.key?.id ?? null, userId: organization.caller.userId })
}
