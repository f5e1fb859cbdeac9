import type { IntegrationCategory } from '@imperium/contract/integrations.ts'
import { oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL. */
export interface IntegrationsSearch {
  q?: string
  category?: IntegrationCategory
  /** The form that connects this service is open. */
  connect?: string
  /** The form of this connection is open. */
  configure?: string
  /** The tools of this connection are open. */
  tools?: string
  /** What was left out of this connection is open. */
  left?: string
  /** The items that this workflow refused are open. */
  refused?: string
  /** What a sign-in at a provider came to: a connection's id; `expired`. */
  connected?: string
  failed?: string
}

/** Named here, because every first page would load the contract's list. In the order of the chips. */
export const categories: readonly IntegrationCategory[] = [
  ...(['Communication', 'CRM', 'Analytics', 'Marketing', 'Productivity', 'Payment', 'Automation'] as const),
]

/** Parses the page's URL and drops invalid values. */
export const parseIntegrationsSearch = (search: Record<string, unknown>): IntegrationsSearch =>
  withoutBlanks<IntegrationsSearch>({
    q: textOf(search['q']),
    category: oneOf(categories, search['category']),
    connect: textOf(search['connect'], 40),
    configure: textOf(search['configure'], 40),
    tools: textOf(search['tools'], 40),
    left: textOf(search['left'], 40),
    refused: textOf(search['refused'], 40),
    connected: textOf(search['connected'], 40),
    failed: textOf(search['failed'], 40),
  })
