import { Button, Select, Skeleton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent } from '@imperium/contract/agents.ts'
import { formatMoment } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { LineDiff } from '../../../ui/text/line-diff.tsx'
import { versionsQuery } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from './prompt-editor.module.css'

interface PromptVersionsProps {
  agent: Agent
  /** As it stands in the editor. */
  prompt: string
  /** Undefined when the editor is read-only. */
  onRestore: ((prompt: string) => void) | undefined
}

/** An earlier prompt against the one in the editor, line by line. */
export function PromptVersions({ agent, prompt, onRestore }: PromptVersionsProps) {
  const versions = useQuery(versionsQuery(agent.id))
  const [chosen, setChosen] = useState<string | null>(null)
  if (versions.isError)
    return <ErrorState plain error={versions.error} title={t('Versions could not be loaded')} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <Skeleton height={180} radius={12} />
  const version = versions.data.find((each) => String(each.version) === chosen) ?? versions.data[0]
  if (!version) return null
  const isSame = version.systemPrompt === prompt
  return (
    <div className={styles.stack12}>
      <Select
        label={t('Compare with')}
        data={versions.data.map((each) => ({
          value: String(each.version),
          label: `${t('Version {version}', { version: each.version })} · ${each.createdBy} · ${formatMoment(each.createdAt)}`,
        }))}
        value={String(version.version)}
        allowDeselect={false}
        rightSection={<IconSelector size={15} stroke={1.7} aria-hidden />}
        onChange={setChosen}
      />
      {isSame ? (
        <p className={classes.about}>{t('The prompt in the editor is the same.')}</p>
      ) : (
        <>
          <LineDiff
            before={version.systemPrompt}
            after={prompt}
            label={t('Changes since version {version}', { version: version.version })}
          />
          {onRestore && (
            <div>
              <Button variant="default" size="xs" onClick={() => onRestore(version.systemPrompt)}>
                {t('Restore this prompt')}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
