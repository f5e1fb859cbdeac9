import { activity } from '@imperium/contract/activity.ts'
import type { Retention } from '@imperium/contract/activity.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { downloadFile } from '../../lib/download.ts'
import { t } from '../../lib/words.ts'
import type { ActivitySearch, AuditSearch } from './search.ts'

const pageRows = 50
const fresh = { staleTime: 0, meta: { silent: true } } as const

export const activityQuery = (search: ActivitySearch) => ({ ...pages(activity.list, { query: { ...search, limit: pageRows } }), ...fresh })

const auditFilterOf = ({ entry: _open, ...filter }: AuditSearch) => filter
export const auditQuery = (search: AuditSearch) => ({
  ...pages(activity.audit, { query: { ...auditFilterOf(search), limit: pageRows } }),
  ...fresh,
})

export const exportActivityMutation = {
  mutationFn: (search: ActivitySearch) => downloadFile(activity.export, { query: search }),
  meta: { failure: t('The export failed. Please try again.') },
}
export const exportAuditMutation = {
  mutationFn: (search: AuditSearch) => downloadFile(activity.exportAudit, { query: auditFilterOf(search) }),
  meta: { failure: t('The export failed. Please try again.') },
}

export const retentionQuery = { ...query(activity.retention), meta: { silent: true } }
export const setRetentionMutation = mutation(activity.setRetention, {
  success: t('Retention saved'),
  failure: t('Retention could not be saved'),
  invalidates: [['activity']],
})
export type { Retention }
