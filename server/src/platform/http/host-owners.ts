import { extensionPoint } from '../extension-point.ts'
import type { Platform } from '../platform.ts'

/** The organization of a host. */
export interface HostOwner {
  orgId: string
  slug: string
  /** Its own domain, not a name below the installation's. */
  isCustom?: boolean
}

interface HostFinder {
  ownerOf(host: string): Promise<HostOwner | null>
  /** From memory. */
  isHeld(host: string): boolean
  originOf(orgId: string): string | null
}

const finders = extensionPoint<HostFinder>()

/** Lets the domains module say whose a host is. */
export const onHosts = finders.entry

/** Whose host this is; null for the installation's own and for unknown ones. */
export async function ownerOfHost(platform: Platform, host: string): Promise<HostOwner | null> {
  for (const finder of finders.of(platform)) {
    const owner = await finder.ownerOf(host)
    if (owner) return owner
  }
  return null
}

/** Whether an organization holds this name, from memory. */
export const isHeldHost = (platform: Platform, host: string): boolean => finders.of(platform).some((finder) => finder.isHeld(host))

/** Where links for an organization's contacts lead: its live domain, else PUBLIC_URL. Without a slash at the end. */
export const publicUrlOf = (platform: Pick<Platform, 'config'>, orgId: string): string =>
  finders
    .of(platform as Platform)
    .map((finder) => finder.originOf(orgId))
    .find((origin) => origin !== null) ?? platform.config.publicUrl
