import type { Profile } from '@imperium/contract/auth/profile.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { unauthenticated } from '../../platform/errors.ts'
import { findPendingEmail, findPerson } from '../auth/index.ts'
import { findPhone, listAvatarVersions } from './store.ts'

/** Everything that the profile page shows to its user. */
export async function readProfile(tx: AuthTx, userId: string, now: Date): Promise<Profile> {
  const person = await findPerson(tx, userId)
  // Erased between the session check and now.
  if (!person) throw unauthenticated()
  const [avatar] = await listAvatarVersions(tx, [userId])
  return {
    id: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    emailVerified: person.emailVerified,
    pendingEmail: await findPendingEmail(tx, userId, now),
    phone: await findPhone(tx, userId),
    avatarVersion: avatar?.version ?? null,
    preferences: person.preferences,
    deletesAt: person.deletesAt?.toISOString() ?? null,
    createdAt: person.createdAt.toISOString(),
    updatedAt: person.updatedAt.toISOString(),
  }
}
