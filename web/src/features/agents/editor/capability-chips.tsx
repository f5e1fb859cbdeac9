import { Chip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { builtTools, capabilities } from '@imperium/contract/agents.ts'
import type { AgentCapability, Capability, GrantedTool, connectedCapabilities } from '@imperium/contract/agents.ts'
import { t } from '../../../lib/words.ts'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import {
  capabilityLabels,
  isActionGrant,
  isAgentGrant,
  isCapability,
  isCollectionGrant,
  isConditionGrant,
  isHostGrant,
  isWorkflowGrant,
} from '../agent-labels.ts'
import { capabilitiesQuery } from '../api.ts'
import { ActionGrants } from './action-grants.tsx'
import { CollectionGrants } from './collection-grants.tsx'
import { ConditionGrants } from './condition-grants.tsx'
import { HostGrants } from './host-grants.tsx'
import { AgentGrants, WorkflowGrants } from './named-grants.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './form.module.css'

interface CapabilityChipsProps {
  value: readonly GrantedTool[]
  onChange: (value: GrantedTool[]) => void
  /** The agent; none while it is created. */
  agentId?: string | undefined
  /** False: the model's provider does not call tools. */
  canCallTools?: boolean | undefined
  disabled?: boolean
}

/** What is missing for a capability, and where it is made. */
const missing: Record<(typeof connectedCapabilities)[number], { text: string; label: string; path: string }> = {
  web_search: {
    text: t('Web search needs a search service.'),
    label: t('Connect a search service'),
    path: 'integrations?q=search',
  },
  calendar_integration: {
    text: t('Calendar integration needs a calendar.'),
    label: t('Connect a calendar'),
    path: 'integrations?q=calendar',
  },
  image_generation: {
    text: t('Image generation needs a model that makes images.'),
    label: t('Configure a model'),
    path: 'settings/ai-models',
  },
}

/** The tools granted to the agent. A capability that nothing serves is shown, marked, only where the agent has it already. */
export function CapabilityChips({ value: granted, onChange, agentId, canCallTools = true, disabled = false }: CapabilityChipsProps) {
  const id = useId()
  const { data: serving } = useQuery(capabilitiesQuery)
  const value = granted.filter(isCapability)
  const isReady = (capability: Capability): boolean =>
    builtTools.some((each) => each === capability) || (serving ?? []).some((each) => each.capability === capability && each.isReady)
  const offered = capabilities.filter((capability) => isReady(capability) || value.includes(capability))
  /** Grants of one kind in the place of those before; the others stay, in their order. */
  const replace =
    <T extends GrantedTool>(isKind: (tool: GrantedTool) => boolean) =>
    (next: readonly T[]) =>
      onChange([...granted.filter((tool) => !isKind(tool)), ...next])
  return (
    <div role="group" aria-labelledby={id} className={styles.stack}>
      <div>
        <span id={id} className={classes.label}>
          {t('Capabilities')}
        </span>
        <Chip.Group
          multiple
          value={[...value]}
          onChange={(next) =>
            onChange([...capabilities.filter((each) => next.includes(each)), ...granted.filter((tool) => !isCapability(tool))])
          }
        >
          <div className={classes.chips}>
            {offered.map((capability) => (
              <Chip
                key={capability}
                value={capability}
                size="xs"
                radius="md"
                variant="light"
                disabled={disabled}
                data-later={(serving !== undefined && !isReady(capability)) || undefined}
              >
                {capabilityLabels[capability]}
              </Chip>
            ))}
          </div>
        </Chip.Group>
        {serving && <ServingHints serving={serving} granted={value} />}
        {!canCallTools && granted.length > 0 && (
          <p className={classes.hint} role="status">
            {t('Function calling is switched off for the provider of this model, so these tools are not offered to it.')}
          </p>
        )}
      </div>
      {value.includes('knowledge_search') && (
        <>
          <CollectionGrants value={granted.filter(isCollectionGrant)} onChange={replace(isCollectionGrant)} disabled={disabled} />
          <ConditionGrants value={granted.filter(isConditionGrant)} onChange={replace(isConditionGrant)} disabled={disabled} />
        </>
      )}
      <ActionGrants value={granted.filter(isActionGrant)} onChange={replace(isActionGrant)} disabled={disabled} />
      <WorkflowGrants value={granted.filter(isWorkflowGrant)} onChange={replace(isWorkflowGrant)} disabled={disabled} />
      <AgentGrants
        value={granted.filter(isAgentGrant)}
        onChange={replace(isAgentGrant)}
        isItself={(other) => other === agentId}
        disabled={disabled}
      />
      <HostGrants value={granted.filter(isHostGrant)} onChange={replace(isHostGrant)} disabled={disabled} />
    </div>
  )
}

/** What serves the granted capabilities, and what those need that nothing serves. */
function ServingHints({ serving, granted }: { serving: readonly AgentCapability[]; granted: readonly Capability[] }) {
  const used = serving.filter(({ capability, isReady }) => isReady && granted.includes(capability))
  return (
    <>
      {used.map(({ capability, servedBy, isSandbox }) => (
        <p key={capability} className={classes.hint}>
          {isSandbox
            ? t('{capability} uses {name}: a sandbox with invented results.', {
                capability: capabilityLabels[capability],
                name: servedBy ?? '',
              })
            : t('{capability} uses {name}.', { capability: capabilityLabels[capability], name: servedBy ?? '' })}
        </p>
      ))}
      {serving
        .filter(({ isReady }) => !isReady)
        .map(({ capability }) => (
          <p key={capability} className={classes.hint}>
            {missing[capability].text} <OrgLink path={missing[capability].path}>{missing[capability].label}</OrgLink>
          </p>
        ))}
    </>
  )
}
