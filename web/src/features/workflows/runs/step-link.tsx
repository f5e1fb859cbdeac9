import { useQuery } from '@tanstack/react-query'
import { runs } from '@imperium/contract/runs.ts'
import type { StepRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import classes from './run.module.css'

type Link = NonNullable<StepRun['link']>

const targets: Readonly<Record<string, { label: string; path: (id: string) => string }>> = {
  message: { label: t('Open the message'), path: (id) => `messages?message=${id}` },
  contact: { label: t('Open the contact'), path: (id) => `contacts?contact=${id}` },
  'workflow-run': { label: t('Open the run'), path: (id) => `workflows/runs/${id}` },
  approval: { label: t('Open the approval'), path: (id) => `workflows?approval=${id}` },
  campaign: { label: t('Open the campaign'), path: (id) => `campaigns/${id}` },
  segment: { label: t('Open the segment'), path: (id) => `segments/${id}` },
}

/** Links to the result of a step. */
export function StepLink({ link }: { link: Link }) {
  if (link.kind === 'run') return <AgentRunLink id={link.id} />
  const target = targets[link.kind]
  return (
    target && (
      <OrgLink path={target.path(link.id)} className={classes.link}>
        {target.label}
      </OrgLink>
    )
  )
}

/** A run of an agent is shown with its agent, which the run names. */
function AgentRunLink({ id }: { id: string }) {
  const { data } = useQuery({ ...query(runs.read, { params: { id } }), meta: { silent: true } })
  return (
    data && (
      <OrgLink path={`agents?agent=${data.agentId}&tab=run&run=${id}`} className={classes.link}>
        {t('Open the run of the agent')}
      </OrgLink>
    )
  )
}
