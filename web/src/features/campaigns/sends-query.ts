import { campaignReports } from '@imperium/contract/campaign-report-operations.ts'
import { query } from '../../lib/api.ts'

/** Occurrences of a campaign, newest first. */
export const sendsQuery = (id: string) => ({ ...query(campaignReports.sends, { params: { id } }), staleTime: 0, meta: { silent: true } })
