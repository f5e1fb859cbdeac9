import { z } from 'zod'
import { ReportSchedule, reports } from '@imperium/contract/reports/reports.ts'
import type { BundledNoun } from './bundled-noun.ts'

const Content = z.strictObject({
  name: z.string(),
  description: z.string(),
  chartType: z.string(),
  metrics: z.array(z.string()),
  groupBy: z.string(),
  period: z.string(),
  schedule: ReportSchedule.nullable(),
})

/** Without recipients: people stay with their organization, and with the report that is here. */
export const bundledReports: BundledNoun<z.output<typeof Content>> = {
  noun: 'reports',
  read: 'reports:read',
  write: 'reports:write',
  content: Content,
  list: async ({ invoke }) =>
    (await invoke(reports.list)).flatMap(({ id, name, description, chartType, metrics, groupBy, period, schedule, isTemplate }) =>
      isTemplate || period === null ? [] : [{ id, name, content: { name, description, chartType, metrics, groupBy, period, schedule } }],
    ),
  create: async ({ invoke }, content) => void (await invoke(reports.create, { body: content })),
  update: async ({ invoke }, id, content) => void (await invoke(reports.update, { params: { id }, body: content })),
}
