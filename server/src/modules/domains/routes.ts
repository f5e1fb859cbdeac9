import { domains } from '@imperium/contract/domains/domains.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { addDomain, removeDomain, retryDomain } from './change-domains.ts'
import { checkDomain } from './check-domain.ts'
import { listDomainRows } from './domain-store.ts'
import { findTarget } from './find-target.ts'
import { showDomain } from './show-domain.ts'

export const domainOperations = (platform: Platform) =>
  bindOperations(domains, {
    list: async (_input, { tx, org }) => {
      const target = await findTarget(platform)
      const rows = await listDomainRows(tx)
      return {
        defaultDomain: `${org.slug}.${new URL(platform.config.publicUrl).host}`,
        target: target.host,
        domains: rows.map((row) => showDomain(row, target)),
      }
    },
    add: ({ body }, context) => addDomain(platform, context, body.domain),
    verify: ({ params }, { org }) => checkDomain(platform, org.id, params.id),
    retry: ({ params }, context) => retryDomain(platform, context, params.id),
    remove: ({ params }, context) => removeDomain(platform, context, params.id),
  })
