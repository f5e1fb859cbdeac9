import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Connection, ToolChange, ToolText } from '@imperium/contract/integrations.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { LineDiff } from '../../ui/text/line-diff.tsx'
import { acceptToolsMutation, toolsQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './integrations.module.css'

interface ToolsDialogProps {
  connection: Connection
  refusal: string | undefined
  onClose: () => void
}

const states = {
  changed: { tone: 'warn', label: t('Changed') },
  removed: { tone: 'bad', label: t('No longer offered') },
  added: { tone: 'info', label: t('New, not granted') },
  same: { tone: 'ok', label: t('Accepted') },
} as const

const linesOf = (text: ToolText | null): string => (text ? [text.title, text.description, t('Input:'), text.schema].join('\n') : '')

/** What an MCP server says of its tools, beside what was accepted. */
export function ToolsDialog({ connection, refusal, onClose }: ToolsDialogProps) {
  const { id, name } = connection
  const tools = useQuery(toolsQuery(id))
  const accept = useMutation(acceptToolsMutation)
  const differing = tools.data?.filter(({ state }) => state !== 'same') ?? []
  const take = (chosen: readonly ToolChange[]) =>
    accept.mutate({
      params: { id },
      body: { accept: chosen.map(({ name: tool, fingerprint }) => ({ name: tool, fingerprint })), drop: [] },
    })
  const acceptAll = (event: FormEvent) => {
    event.preventDefault()
    take(differing)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Tools of {name}', { name })}
      width={820}
      onSubmit={acceptAll}
      submitLabel={t('Accept all changes')}
      busy={accept.isPending}
      disabledReason={refusal ?? (differing.length === 0 ? t('Nothing has changed') : undefined)}
    >
      <Notice tone="info">{t('Read each text: agents trust what a server says of its tools, and it may hold instructions.')}</Notice>
      {tools.isError && (
        <ErrorState plain error={tools.error} title={t('The server could not be asked')} onRetry={() => void tools.refetch()} />
      )}
      {tools.isPending && <Skeleton height={180} radius={12} />}
      {tools.data?.length === 0 && <p className={styles.textWrap}>{t('This server offers no tools')}</p>}
      {tools.data && (
        <>
          <p className={styles.textWrap}>{plural(differing.length, { one: '{count} difference', other: '{count} differences' })}</p>
          <ul className={classes.tools} aria-label={t('Tools')}>
            {tools.data.map((tool) => (
              <li key={tool.name} className={classes.tool}>
                <Tool
                  tool={tool}
                  isOff={refusal !== undefined || accept.isPending}
                  onAccept={() => take([tool])}
                  onDrop={() => accept.mutate({ params: { id }, body: { accept: [], drop: [tool.name] } })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  )
}

interface ToolProps {
  tool: ToolChange
  isOff: boolean
  onAccept: () => void
  onDrop: () => void
}

function Tool({ tool: { name, state, before, now }, isOff, onAccept, onDrop }: ToolProps) {
  const { tone, label } = states[state]
  return (
    <>
      <div className={classes.toolHead}>
        <h3 className={classes.toolName}>{name}</h3>
        <StatusDot tone={tone} label={label} />
      </div>
      {state === 'same' ? (
        <p className={styles.textWrap}>{now?.description}</p>
      ) : (
        <LineDiff before={linesOf(before)} after={linesOf(now)} label={t('What differs in {name}', { name })} />
      )}
      <div className={styles.wrapped}>
        {state !== 'same' && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isOff}
            onClick={onAccept}
            aria-label={state === 'removed' ? t('Remove {name}', { name }) : t('Accept {name}', { name })}
          >
            {state === 'removed' ? t('Remove') : t('Accept')}
          </Button>
        )}
        {(state === 'same' || state === 'changed') && (
          <Button size="compact-sm" variant="subtle" disabled={isOff} onClick={onDrop} aria-label={t('Leave out {name}', { name })}>
            {t('Leave out')}
          </Button>
        )}
      </div>
    </>
  )
}
