import { extensionPoint } from '../extension-point.ts'
import type { Platform } from '../platform.ts'
import type { EmailLook } from './email-parts.ts'

const looks = extensionPoint<(orgId: string) => Promise<EmailLook>>()

/** Lets the branding module say how an organization's emails look. */
export const onEmailLook = looks.entry

export async function emailLookOf(platform: Platform, orgId: string): Promise<EmailLook | undefined> {
  const [look] = looks.of(platform)
  return look?.(orgId)
}
