import type { SocialProvider } from '@imperium/contract/auth/identities.ts'

export interface Ways {
  providers: SocialProvider[]
  singleSignOn: boolean
}

/** Written into the sign-in pages by the server: buttons that come after a request would move the form. */
export function readWrittenWays(): Ways | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name="sign-in-ways"]')?.content
  return written === undefined ? undefined : (JSON.parse(written) as Ways)
}
