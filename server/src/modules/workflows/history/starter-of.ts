import type { OrgContext } from '../../../platform/operations/context.ts'

/** Who starts a run. A key starts it without a person: the agents in it would read what the person may, beyond the key's scopes. */
export const starterOf = ({ actor, caller, key }: Pick<OrgContext, 'actor' | 'caller' | 'key'>) => ({
  triggeredBy: actor.name,
  triggeredByUser: key ? null : caller.userId,
})
