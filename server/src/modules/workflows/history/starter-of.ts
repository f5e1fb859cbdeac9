import type { OrgContext } from '../../../platform/operations/context.ts'

/** Who starts a run. A key starts it without a person, and is kept: the agents in it read what the key may, and no more. */
export const starterOf = ({ actor, caller, key }: Pick<OrgContext, 'actor' | 'caller' | 'key'>) => ({
  triggeredBy: actor.name,
  triggeredByUser: key ? null : caller.userId,
  triggeredByKey: key ? { id: key.id, userId: caller.userId } : null,
})
