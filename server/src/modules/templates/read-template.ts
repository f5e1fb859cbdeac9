import type { OrgContext } from '../../platform/operations/context.ts'
import { found } from '../../platform/resources/checks.ts'
import { officialDate, officialTemplates } from './official/index.ts'
import { listTemplates } from './store.ts'
import type { TemplateRow } from './store.ts'

/** The caller, and the templates of the product. */
export const viewerOf = ({ caller }: Pick<OrgContext, 'caller'>) => ({ userId: caller.userId, official: officialTemplates, officialDate })

/** One that this organization sees. @throws 404. */
export async function readTemplate(context: OrgContext, key: string): Promise<TemplateRow> {
  const [row] = await listTemplates(context.tx, viewerOf(context), { key, sort: 'recent', limit: 1, after: null })
  return found(row)
}
