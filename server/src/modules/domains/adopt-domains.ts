import { normalDomain } from '@imperium/contract/domains/domains.ts'
import { signal } from '../../platform/events/live.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { newChallenge } from './change-domains.ts'
import { hostsChanged } from './domain-signal.ts'
import { adoptDomain } from './domain-store.ts'

/** Takes the names of CUSTOM_DOMAINS over into the organizations' settings, each once; organizations that do not exist yet get theirs later. */
export async function adoptDomains(platform: Platform): Promise<void> {
  const { config, db, clock, log } = platform
  for (const [host, slug] of Object.entries(config.customDomains)) {
    const domain = normalDomain(host)
    if (domain === null) continue
    const adopted = await db.withSystem(async (tx) => {
      const isNew = await adoptDomain(tx, { id: newId(), slug, domain, challenge: newChallenge(), now: clock.now() })
      if (isNew) await signal(tx, hostsChanged({ orgId: slug }))
      return isNew
    })
    if (adopted) log.info({ domain, slug }, 'a domain of CUSTOM_DOMAINS was taken over')
  }
}
