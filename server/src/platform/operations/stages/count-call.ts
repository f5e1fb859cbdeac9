import type { Exchange, InOrganization } from './exchange.ts'

const calledBy = ({ key, caller }: InOrganization['organization']) => ({ keyId: key?.id ?? null, userId: caller.userId })

/** Counts API calls against the plan: requests of the public API, and those with an API key. What members do in the app is none. @throws 429 PLAN_LIMIT */
export async function countCall({ platform, context, organization }: Exchange & InOrganization): Promise<{ isCounted: boolean }> {
  if (!context.viaV1 && !organization.key) return { isCounted: false }
  await platform.calls.count(organization.org, calledBy(organization))
  return { isCounted: true }
}

/** Runs the stages of a request; a call that was counted and fails is counted as an error too. */
export async function countingErrors<T extends Exchange, Done>(exchange: T, run: (exchange: T) => Promise<Done>): Promise<Done> {
  try {
    return await run(exchange)
  } catch (error) {
    // The stages fill in the exchange as they go.
    const { organization, isCounted } = exchange as Partial<InOrganization> & { isCounted?: boolean }
    if (isCounted && organization) exchange.platform.calls.countError(organization.org.id, calledBy(organization))
    throw error
  }
}
