import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Agent } from '@imperium/contract/agents.ts'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { ExpandButton } from '../../../ui/list/expand-button.tsx'
import { toolLabel } from '../agent-labels.ts'
import { versionsQuery } from '../api.ts'
import type { AgentVersionRow } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from './panel.module.css'

interface AgentVersionsProps {
  agent: Agent
  /** Copies the settings of a version into the form; undefined when the form is read-only. */
  onUse: ((version: AgentVersionRow) => void) | undefined
}

/** All versions of the agent, newest first. They are immutable: a run references the one it used. */
export function AgentVersions({ agent, onUse }: AgentVersionsProps) {
  const versions = useQuery(versionsQuery(agent.id))
  return (
    <section className={styles.stack10} aria-labelledby="agent-versions">
      <h3 id="agent-versions" className={styles.heading}>
        {t('Versions')}
      </h3>
      {versions.isPending && <Skeleton height={44} radius={10} />}
      {versions.isError && (
        <ErrorState plain error={versions.error} title={t('Versions could not be loaded')} onRetry={() => void versions.refetch()} />
      )}
      <ol className={classes.versions}>
        {versions.data?.map((version) => (
          <VersionRow key={version.version} version={version} current={version.version === agent.version} onUse={onUse} />
        ))}
      </ol>
    </section>
  )
}

interface VersionRowProps {
  version: AgentVersionRow
  current: boolean
  onUse: AgentVersionsProps['onUse']
}

function VersionRow({ version, current, onUse }: VersionRowProps) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <li className={classes.version}>
      <ExpandButton isRow className={classes.versionHead} opened={opened} controls={id} onToggle={() => setOpened(!opened)}>
        <span className={classes.versionName}>
          {t('Version {version}', { version: version.version })}
          {current && <span className={classes.mark}>{t('Current')}</span>}
        </span>
        <span className={classes.versionAbout}>
          {version.model} · {version.createdBy} · <RelativeTime at={version.createdAt} />
        </span>
      </ExpandButton>
      <div id={id} hidden={!opened} className={classes.versionBody}>
        {opened && (
          <>
            <p className={classes.versionAbout}>
              {t('Temperature {temperature} · {count} max tokens · {tools}', {
                temperature: version.temperature ?? t('of the model'),
                count: formatNumber(version.maxTokens),
                tools: version.capabilities.length === 0 ? t('no tools') : version.capabilities.map(toolLabel).join(', '),
              })}
            </p>
            <CodeBlock
              code={version.systemPrompt || t('(empty)')}
              label={t('system prompt of version {version}', { version: version.version })}
              maxHeight={180}
            />
            {onUse && !current && (
              <Button variant="default" size="xs" onClick={() => onUse(version)}>
                {t('Use these settings')}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}
