import type { Platform } from '../../platform/platform.ts'
import { mirrorAccountActs } from './store.ts'

const batch = 500

/**
 * Acts of an account that its organizations have to know of: how it signs in and is protected. Names of modules, or of actions.
 * An act of one organization must not be here (ADR 14).
 */
const accountActs = [
  'auth',
  'two-factor',
  'profile.confirmEmail',
  'profile.confirmDeletion',
  'identities.link',
  'identities.completeLink',
  'identities.unlink',
]

/**
 * Sign-ins have no organization and are in the platform's chain. They are copied into the chains of the user's organizations later, so that
 * a sign-in waits for no organization, and a wrong password costs the same for known and unknown accounts (SEC-5).
 */
export async function mirrorActs({ db }: Pick<Platform, 'db'>): Promise<void> {
  while ((await db.withSystem((tx) => mirrorAccountActs(tx, batch, accountActs))) === batch);
}
