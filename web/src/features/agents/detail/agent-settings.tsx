import { Button, Select, Skeleton } from '@mantine/core'
import { IconSelector, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { AgentStatus, agentStatuses, agents, retiredStatuses } from '@imperium/contract/agents.ts'
import type { Agent } from '@imperium/contract/agents.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { usePreparedConfirm } from '../../../ui/dialog/use-prepared-confirm.ts'
import { showFieldErrors } from '../../../ui/form/use-contract-form.ts'
import { AgentFields } from '../editor/agent-fields.tsx'
import { agentBody, valuesOfAgent, valuesOfVersion } from '../editor/agent-form.ts'
import type { AgentValues } from '../editor/agent-form.ts'
import { statusText } from '../agent-labels.ts'
import { AgentVersions } from './agent-versions.tsx'
import { agentQuery, patchAgent, refreshCounts } from '../api.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { reportFailure } from '../report-failure.ts'
import { useSetStatus } from '../use-agent-actions.ts'
import type { AgentActions } from '../use-agent-actions.ts'
import type { AgentsView } from '../use-agents-view.ts'
import { explainErrors, useAgentForm } from '../editor/use-agent-form.ts'
import styles from '../../../ui/styles.module.css'
import classes from './panel.module.css'

const WebsiteChat = lazy(async () => ({ default: (await import('../website-chat/website-chat.tsx')).WebsiteChat }))

interface AgentSettingsProps {
  agent: Agent
  actions: AgentActions
  view: AgentsView
}

/** All settings of an agent, its version history and its deletion. */
export function AgentSettings({ agent, actions, view }: AgentSettingsProps) {
  const refusal = useGate('agents:write')
  return (
    <div className={styles.stack18}>
      {refusal && <Notice tone="info">{refusal}.</Notice>}
      <StatusField agent={agent} refusal={refusal} />
      <SettingsForm agent={agent} refusal={refusal} view={view} />
      <Suspense fallback={<Skeleton height={120} radius={12} />}>
        <WebsiteChat agent={agent} refusal={refusal} />
      </Suspense>
      <section className={styles.stack10} aria-labelledby="agent-danger">
        <h3 id="agent-danger" className={styles.heading}>
          {t('Delete agent')}
        </h3>
        <div className={classes.danger}>
          <p className={classes.dangerText}>{t('Running runs are cancelled. Finished ones stay in the figures of the organization.')}</p>
          <Button
            variant="default"
            className={classes.dangerButton}
            leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
            onClick={() => actions.remove(agent)}
            disabled={refusal !== undefined}
            title={refusal}
          >
            {t('Delete')}
          </Button>
        </div>
      </section>
    </div>
  )
}

/** Saved immediately, outside the form: a status creates no version. Only the platform sets RUNNING and ERROR. */
function StatusField({ agent, refusal }: { agent: Agent; refusal: string | undefined }) {
  const setStatus = useSetStatus()
  const retired = retiredStatuses.includes(agent.status)
  const choices = agentStatuses.filter((status) => {
    if (status === agent.status) return true
    if (retired) return status === 'DRAFT'
    return status !== 'RUNNING' && status !== 'ERROR'
  })
  return (
    <Select
      label={t('Status')}
      description={retired ? t('Restored as a draft, it can be changed further.') : t('Takes effect immediately.')}
      data={choices.map((status) => ({ value: status, label: statusText[status] }))}
      value={agent.status}
      allowDeselect={false}
      disabled={refusal !== undefined}
      rightSection={<IconSelector size={15} stroke={1.7} aria-hidden />}
      onChange={(next) => {
        const status = AgentStatus.safeParse(next)
        if (status.success && status.data !== agent.status) setStatus.mutate({ agent, status: status.data })
      }}
    />
  )
}

interface SettingsFormProps {
  agent: Agent
  refusal: string | undefined
  view: AgentsView
}

function SettingsForm({ agent, refusal, view }: SettingsFormProps) {
  const client = useQueryClient()
  const form = useAgentForm(valuesOfAgent(agent))
  // The agent that filled the fields. A refetch replaces it only if no form field changed (status and counts may):
  // the server must reject an overwrite of another member's save.
  const [filledFrom, setFilledFrom] = useState(agent)
  const { updatedAt } = sameFields(agent, filledFrom) ? agent : filledFrom
  const dirty = form.isDirty()
  const save = useMutation({
    mutationFn: (values: AgentValues) => {
      // The website chat below is what publishes a saved agent.
      const { isPublic: _, ...body } = agentBody(values)
      return call(agents.update, { params: { id: agent.id }, body: { ...body, updatedAt } })
    },
    meta: { silent: true },
    onSuccess: (saved) => {
      start(saved)
      patchAgent(client, saved.id, saved)
      notify.success(t('Agent saved'))
      void client.invalidateQueries({ queryKey: keyOf(agents.versions) })
      refreshCounts(client)
    },
    onError: (error) => {
      if (!showFieldErrors(form, error) && !isStale(error)) reportFailure(t('Failed to save agent'), error)
    },
  })
  usePreparedConfirm()
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({ title: t('Unsaved changes'), message: t('Leave without saving your changes?'), action: t('Discard changes') })),
    enableBeforeUnload: dirty,
    disabled: !dirty,
  })

  function start(from: Agent): void {
    const values = valuesOfAgent(from)
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
    setFilledFrom(from)
  }

  async function reload(): Promise<void> {
    try {
      start(await client.fetchQuery({ ...agentQuery(agent.id), staleTime: 0 }))
      save.reset()
    } catch (error) {
      reportFailure(t('The agent could not be reloaded'), error)
    }
  }

  const locked = refusal !== undefined || save.isPending
  return (
    <>
      <form className={styles.stackWide} noValidate onSubmit={form.onSubmit((values) => save.mutate(values), explainErrors)}>
        <AgentFields form={form} disabled={refusal !== undefined} saved={{ agent, view }} />
        {isStale(save.error) && <StaleNotice message={save.error.message} onReload={() => void reload()} />}
        <div className={classes.saveBar} data-dirty={dirty || undefined}>
          <span className={classes.muted} role="status">
            {dirty ? t('Unsaved changes') : t('All changes saved')}
          </span>
          <Button variant="default" onClick={() => start(agent)} disabled={!dirty || locked}>
            {t('Discard')}
          </Button>
          <Button type="submit" disabled={!dirty || locked} title={refusal}>
            {save.isPending ? t('Saving...') : t('Save changes')}
          </Button>
        </div>
      </form>
      <AgentVersions
        agent={agent}
        onUse={refusal === undefined ? (version) => form.setValues(valuesOfVersion(form.values, version)) : undefined}
      />
    </>
  )
}

const sameFields = (a: Agent, b: Agent): boolean =>
  JSON.stringify(valuesOfAgent({ ...a, isPublic: b.isPublic })) === JSON.stringify(valuesOfAgent(b))
const isStale = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409

/** Another member saved in between: shows a notice, so that their change is not overwritten silently. */
function StaleNotice({ message, onReload }: { message: string; onReload: () => void }) {
  return (
    <Notice
      tone="warn"
      title={t('This agent was changed in the meantime')}
      action={
        <Button variant="default" size="xs" onClick={onReload}>
          {t('Reload and discard my changes')}
        </Button>
      }
    >
      {message} {t('Copy what you want to keep, reload, and enter it again.')}
    </Notice>
  )
}
