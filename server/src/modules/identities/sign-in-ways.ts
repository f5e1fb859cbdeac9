import type { SocialProvider } from '@imperium/contract/auth/identities.ts'
import type { Platform } from '../../platform/platform.ts'
import { configuredProviders } from './sign-in-providers.ts'
import { anyConnection } from './sso-store.ts'

/** The buttons of the sign-in page besides email and password. */
export async function readSignInWays({ config, db }: Platform): Promise<{ providers: SocialProvider[]; singleSignOn: boolean }> {
  return { providers: configuredProviders(config), singleSignOn: await db.withSystem(anyConnection) }
}
