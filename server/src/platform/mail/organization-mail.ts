import type { Platform } from '../platform.ts'
import { extensionPoint } from '../extension-point.ts'
import type { Extension } from '../extension-point.ts'
import type { Mail } from './mail.ts'

/** The mail client of an organization; callers do not close it. */
export type OrganizationMail = Pick<Mail, 'adapter' | 'send'>

/** Null when the organization has no account of its own. */
export type FindOrganizationMail = (orgId: string) => Promise<OrganizationMail | null>

const finders = extensionPoint<FindOrganizationMail>()

/** Lets the channels module, which keeps accounts and senders, provide an organization's mail client. */
export const onOrganizationMail = (find: FindOrganizationMail): Extension => finders.entry(find)

/** By the organization's own account, from its own sender; else by the installation's. */
export async function organizationMail(platform: Platform, orgId: string): Promise<OrganizationMail> {
  for (const find of finders.of(platform)) {
    const own = await find(orgId)
    if (own) return own
  }
  return platform.mailFor(orgId)
}
