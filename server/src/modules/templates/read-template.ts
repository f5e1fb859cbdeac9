import type { OrgContext } from '../../platform/operations/context.ts'
import { found } from '../../platform/resources/checks.ts'
import { officialDate, officialTemplates } from './official/index.ts'
import { findTemplate } from './store.ts'
import type { TemplateRow } from './store.ts'

/** The caller, and the templates of the product. */
export const viewerOf = ({ caller }: Pick<OrgContext, 'caller'>) => ({ userId: caller.userId, official: officialTemplates, officialDate })

/** One that this organization sees. @throws 404. */
export async function readTemplate(context: OrgContext, key: string): Promise<TemplateRow> {
  return found(await findTemplate(context.tx, viewerOf(context), key))
}
