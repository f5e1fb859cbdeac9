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
 * Sign-ins belong to no organization and stand in the platform's chain; each organization's log shows those of its members. They
 * are copied into its own chain after the fact, so that signing in waits for no organization, and a wrong password costs the same
 * for a known account as for an unknown one (SEC-5).
 */
export async function mirrorActs({ db }: Pick<Platform, 'db'>): Promise<void> {
  while ((await db.withSystem((tx) => mirrorAccountActs(tx, batch, accountActs))) === batch);
}
