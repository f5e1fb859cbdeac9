import { forbidden } from '../errors.ts'
import type { AppError } from '../errors.ts'
import type { OrgContext } from '../operations/context.ts'

/** Of what an organization at rest may not begin; null for one in use. */
export function refusalAtRest({ status, deletesAt }: Pick<OrgContext['org'], 'status' | 'deletesAt'>): AppError | null {
  if (status !== 'SUSPENDED') return null
  return forbidden(
    deletesAt
      ? 'This organization waits for its deletion and can only be read. An owner can cancel the deletion in its settings.'
      : 'This organization is suspended and can only be read.',
    'ORGANIZATION_SUSPENDED',
  )
}
