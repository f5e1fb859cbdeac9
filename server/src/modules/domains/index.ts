import { domainEvents } from '@imperium/contract/events/domains.ts'
import { onHosts } from '../../platform/http/host-owners.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { domainsActs } from './acts.ts'
import { adoptDomains } from './adopt-domains.ts'
import { checkDueDomains } from './check-domain.ts'
import { createHostRegistry } from './host-registry.ts'
import { mountDomainRoutes } from './mount-domain-routes.ts'
import { domainOperations } from './routes.ts'

export const domainsModule: ModuleFactory = (platform) => {
  const registry = createHostRegistry(platform)
  return {
    name: 'domains',
    tables: ['custom_domains'],
    reads: ['auth.organizations'],
    acts: domainsActs,
    operations: domainOperations(platform),
    emits: Object.values(domainEvents),
    extensions: [onHosts(registry)],
    mountProtocol: (app) => mountDomainRoutes(app, platform),
    ticks: [
      { name: 'check-custom-domains', everyMs: 5_000, run: () => checkDueDomains(platform) },
      { name: 'adopt-custom-domains', everyMs: 60_000, run: () => adoptDomains(platform) },
    ],
    startWorker: async () => {
      await registry.load()
      return { stop: async () => undefined }
    },
  }
}
