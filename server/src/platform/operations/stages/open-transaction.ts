import { keepOpen } from '../../db/database.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import { isAudited } from './audit-entry.ts'
import type { Layer } from './layer.ts'

/** One transaction of the tenant, or of sign-in, around the handler and its records; the whole of it again after a conflict. */
export const openTransaction: Layer = async (exchange, inside) => {
  const { platform, operation, identity, organization } = exchange
  if (!identity || operation.endpoint.transaction === false) return inside(exchange)
  return retryConflicts(() =>
    organization
      ? organization.inOrg((tx) => {
          // Its audit row goes with the commit, which a list must not send before.
          if (isAudited(operation.endpoint)) keepOpen(tx)
          return inside({ ...exchange, tx })
        })
      : platform.db.withAuth((tx) => inside({ ...exchange, tx })),
  )
}
