import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import type { Agent } from '@imperium/contract/agents.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { AgentIcon } from '../agent-icon.tsx'
import { AgentMenu } from '../agent-menu.tsx'
import { AgentOverview } from './agent-overview.tsx'
import { AgentSettings } from './agent-settings.tsx'
import { typeLabels } from '../agent-labels.ts'
import { detailTabs } from '../agents-search.ts'
import type { DetailTab } from '../agents-search.ts'
import { agentQuery } from '../api.ts'
import { RunHistory } from '../runs/run-history.tsx'
import { RunTab } from '../runs/run-tab.tsx'
import type { AgentActions } from '../use-agent-actions.ts'
import type { AgentsView } from '../use-agents-view.ts'
import { useRunRefusal } from '../use-run-refusal.ts'
import classes from './panel.module.css'

const ChatTab = lazy(async () => ({ default: (await import('../chat/chat-tab.tsx')).ChatTab }))

const tabLabels: Record<DetailTab, string> = {
  overview: t('Overview'),
  chat: t('Chat'),
  run: t('Run'),
  history: t('Run History'),
  settings: t('Settings'),
}

interface AgentPanelProps {
  id: string
  view: AgentsView
  actions: AgentActions
}

/** The details of one agent, over the list: `?agent=` opens it, `?tab=` chooses the part. */
export function AgentPanel({ id, view, actions }: AgentPanelProps) {
  const { data: agent, isError, error, refetch } = useQuery(agentQuery(id))
  const name = agent?.name ?? (isError ? t('Agent') : t('Loading agent'))
  return (
    <SidePanel
      opened
      onClose={view.closeAgent}
      title={name}
      icon={agent && <AgentIcon type={agent.type} large />}
      subtitle={
        agent && (
          <>
            {typeLabels[agent.type]} · <span className="mono">{id.slice(0, 8)}</span>
          </>
        )
      }
      actions={agent && <PanelActions agent={agent} view={view} actions={actions} />}
    >
      {isError && !agent && <ErrorState plain error={error} title={t('This agent could not be loaded')} onRetry={() => void refetch()} />}
      {!agent && !isError && <Skeleton height={320} radius={12} />}
      {agent && <AgentTabs agent={agent} view={view} actions={actions} />}
    </SidePanel>
  )
}

interface AgentPartProps {
  agent: Agent
  view: AgentsView
  actions: AgentActions
}

function PanelActions({ agent, view, actions }: AgentPartProps) {
  const refusal = useRunRefusal(agent.status)
  return (
    <>
      {view.search.tab !== 'run' && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={15} stroke={1.7} aria-hidden />}
          onClick={() => view.change({ tab: 'run', run: undefined })}
          disabled={refusal !== undefined}
          title={refusal}
        >
          {t('Run')}
        </Button>
      )}
      <AgentMenu agent={agent} actions={actions} view={view} />
    </>
  )
}

function AgentTabs({ agent, view, actions }: AgentPartProps) {
  const tab = view.search.tab ?? 'overview'
  const open = (next: string | null) => {
    const found = detailTabs.find((each) => each === next)
    if (found) view.change({ tab: found === 'overview' ? undefined : found, run: undefined, runStatus: undefined })
  }
  return (
    <Tabs value={tab} onChange={open} keepMounted={false} className={classes.tabs}>
      <Tabs.List className={classes.tabList}>
        {detailTabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {tabLabels[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview">
        <AgentOverview agent={agent} view={view} />
      </Tabs.Panel>
      <Tabs.Panel value="chat">
        <Suspense fallback={<Skeleton height={200} radius={12} />}>
          <ChatTab agent={agent} view={view} actions={actions} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="run">
        <RunTab agent={agent} view={view} actions={actions} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <RunHistory agent={agent} view={view} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <AgentSettings agent={agent} actions={actions} view={view} />
      </Tabs.Panel>
    </Tabs>
  )
}
