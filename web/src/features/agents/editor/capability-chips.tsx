import { Chip } from '@mantine/core'
import { useId } from 'react'
import { capabilities } from '@imperium/contract/agents.ts'
import type { GrantedTool } from '@imperium/contract/agents.ts'
import { t } from '../../../lib/words.ts'
import { ActionGrants } from './action-grants.tsx'
import { capabilityLabels, hasTool, isActionGrant, isCapability, isCollectionGrant } from '../agent-labels.ts'
import { CollectionGrants } from './collection-grants.tsx'
import classes from './form.module.css'

interface CapabilityChipsProps {
  value: readonly GrantedTool[]
  onChange: (value: GrantedTool[]) => void
  /** False: the model's provider does not call tools. */
  canCallTools?: boolean | undefined
  disabled?: boolean
}

/** The tools granted to the agent. A capability without a tool yet is shown, marked, only where the agent has it already. */
export function CapabilityChips({ value: granted, onChange, canCallTools = true, disabled = false }: CapabilityChipsProps) {
  const id = useId()
  const actions = granted.filter(isActionGrant)
  const collections = granted.filter(isCollectionGrant)
  const value = granted.filter(isCapability)
  const withoutTool = value.filter((capability) => !hasTool(capability))
  const offered = capabilities.filter((capability) => hasTool(capability) || value.includes(capability))
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {t('Capabilities')}
      </span>
      <Chip.Group
        multiple
        value={[...value]}
        onChange={(next) => onChange([...capabilities.filter((each) => next.includes(each)), ...actions, ...collections])}
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
              data-later={!hasTool(capability) || undefined}
              title={hasTool(capability) ? undefined : t('Not available to models yet')}
            >
              {capabilityLabels[capability]}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {value.includes('knowledge_search') && (
        <CollectionGrants value={collections} onChange={(next) => onChange([...value, ...actions, ...next])} disabled={disabled} />
      )}
      <ActionGrants value={actions} onChange={(next) => onChange([...value, ...next, ...collections])} disabled={disabled} />
      {withoutTool.length > 0 && (
        <p className={classes.hint}>
          {t('Not available to models yet: {capabilities}. They are kept on the agent.', {
            capabilities: withoutTool.map((each) => capabilityLabels[each]).join(', '),
          })}
        </p>
      )}
      {!canCallTools && granted.some(hasTool) && (
        <p className={classes.hint} role="status">
          {t('Function calling is switched off for the provider of this model, so these tools are not offered to it.')}
        </p>
      )}
    </div>
  )
}
