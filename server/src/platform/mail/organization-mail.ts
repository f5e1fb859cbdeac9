import type { Platform } from '../platform.ts'
import { extensionPoint } from '../extension-point.ts'
import type { Extension } from '../extension-point.ts'
import type { Mail } from './mail.ts'

/** Mail that is sent in an organization's name; whoever asked for it does not close it. */
export type OrganizationMail = Pick<Mail, 'adapter' | 'send'>

/** Null where the organization has no way of its own. */
export type FindOrganizationMail = (orgId: string) => Promise<OrganizationMail | null>

const finders = extensionPoint<FindOrganizationMail>()

/** Lets the module that keeps accounts and senders (channels) offer what an organization sends by. */
export const onOrganizationMail = (find: FindOrganizationMail): Extension => finders.entry(find)

/** By the organization's own account, from its own sender; else by the installation's. */
export async function organizationMail(platform: Platform, orgId: string): Promise<OrganizationMail> {
  for (const find of finders.of(platform)) {
    const own = await find(orgId)
    if (own) return own
  }
  return platform.mailFor(orgId)
}
