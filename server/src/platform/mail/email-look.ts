import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import { extensionPoint } from '../extension-point.ts'
import type { Platform } from '../platform.ts'

/** How the emails of an organization look, as far as it is known only when they are sent. */
export interface EmailLook {
  /** Where the email was given none. */
  style: EmailStyle | undefined
  /** Above the text, in place of the name; null: the name. */
  logo: { url: string; width: number; height: number } | null
  /** The name of the product stands nowhere in it. */
  hidesProduct: boolean
}

const looks = extensionPoint<(orgId: string) => Promise<EmailLook>>()

/** Lets the branding module say how an organization's emails look. */
export const onEmailLook = looks.entry

export async function emailLookOf(platform: Platform, orgId: string): Promise<EmailLook | undefined> {
  const [look] = looks.of(platform)
  return look?.(orgId)
}
