import { giveToCaller, idOf, ownIdOf } from '../../../testing/matrix/sample.ts'
import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const created = idOf('reports.create')

const runOf = async ({ create, run }: Setting): Promise<Sample> => {
  const { id } = await create('reports.create')
  return { params: { id: String((await run('reports.run', { params: { id: String(id) } }))['id']) } }
}

const shareOf = async ({ create, run }: Setting, audience: string) => {
  const { id } = await create('reports.create')
  return run('reports.share', { params: { id: String(id) }, body: { audience, days: 7 } })
}

const tokenOf = (share: Record<string, unknown>): string => /[A-Za-z0-9_-]{43}$/.exec(String(share['url']))?.[0] ?? ''

export const samples: Samples<'reports'> = {
  'reports.list': () => ({ query: { type: 'agents' } }),
  'reports.read': created,
  'reports.create': ({ word }) => ({
    body: {
      name: word('Report'),
      description: 'Made by a sample',
      metrics: ['agent_runs', 'agents_created'],
      chartType: 'line',
      groupBy: 'time',
      period: '7d',
    },
  }),
  'reports.update': ownIdOf('reports.create', 'reports', { description: 'Changed by a sample' }),
  'reports.remove': ownIdOf('reports.create', 'reports'),
  'reports.figures': async (setting) => ({ ...(await created(setting)), query: { period: '7d' } }),
  'reports.run': created,
  'reports.runs': created,
  'reports.readRun': runOf,
  'reports.export': async (setting) => ({ ...(await created(setting)), query: { format: 'xlsx', period: '7d' } }),
  'reports.exportAll': () => ({ query: { format: 'xlsx', period: '7d' } }),
  'reports.shares': created,
  'reports.share': idOf('reports.create', { audience: 'members', days: 7 }),
  'reports.revokeShare': async (setting) => giveToCaller(setting, 'report_shares', (await shareOf(setting, 'members'))['id']),
  'reports.readShared': async (setting) => ({ params: { token: tokenOf(await shareOf(setting, 'members')) } }),
  'reports.sharedPage': async (setting) => ({ params: { token: tokenOf(await shareOf(setting, 'anyone')) } }),
}
