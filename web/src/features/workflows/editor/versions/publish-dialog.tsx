import { Textarea } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { call } from '../../../../lib/api.ts'
import { notify } from '../../../../lib/notify.ts'
import { plural, t, translateMessage } from '../../../../lib/words.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { useEditorContext } from '../editor-context.ts'
import { findStep } from '../graph/edit-graph.ts'
import styles from '../../../../ui/styles.module.css'
import classes from '../editor.module.css'

/** Publishes the current graph; lists the problems with links to their steps. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { autosave, workflow, name, graph, problems, setFormOpen, setFirstSecret } = useEditorContext()
  const [note, setNote] = useState('')
  const publish = useMutation({
    mutationFn: async () => {
      const sent = { name, definition: graph.definition }
      const saved = await autosave.flush()
      if (!saved) return null
      const body = { note, revision: saved.revision }
      return { sent, published: await call(workflows.publish, { params: { id: workflow.id }, body }) }
    },
    meta: { failure: t('The workflow could not be published') },
    onSuccess: (result) => {
      if (!result) return notify.error(t('The workflow could not be saved'))
      const { newSecret, ...published } = result.published
      autosave.adopt(published, result.sent)
      notify.success(t('Version {version} published', { version: published.version ?? 1 }))
      if (newSecret !== null) setFirstSecret(newSecret)
      onClose()
    },
  })
  const hasWebhook = graph.definition.steps.some(({ type }) => type === 'trigger_webhook')
  function submit(event: FormEvent): void {
    event.preventDefault()
    publish.mutate()
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Publish {name}', { name })}
      onSubmit={submit}
      submitLabel={t('Publish')}
      busyLabel={t('Publishing...')}
      busy={publish.isPending}
      disabledReason={problems.length > 0 ? t('Fix the problems first') : undefined}
      width={480}
    >
      {problems.length > 0 ? (
        <div role="group" aria-label={t('Problems')}>
          <p className={classes.text}>
            {plural(problems.length, { one: '{count} problem blocks it:', other: '{count} problems block it:' })}
          </p>
          <ul className={classes.problems}>
            {problems.map(({ stepId, path, message }) => (
              <li key={`${stepId} ${path} ${message}`}>
                <button
                  type="button"
                  className={classes.problem}
                  onClick={() => {
                    graph.select(stepId ? [stepId] : [])
                    setFormOpen(true)
                    onClose()
                  }}
                >
                  <IconAlertCircle size={16} stroke={1.7} aria-hidden />
                  <span>
                    <span className={styles.smallBlock}>{findStep(graph.definition, stepId)?.name ?? t('The whole workflow')}</span>
                    {translateMessage(message)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          <p className={classes.text}>
            {workflow.version === null
              ? t('The workflow becomes active: its trigger starts runs from now on.')
              : t('New runs use this version. Active runs keep theirs.')}
            {workflow.webhookUrl === null && hasWebhook && ` ${t('You then see its URL, its secret and a call to try it.')}`}
          </p>
          <Textarea
            label={t('Changes')}
            placeholder={t('Optional')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            data-autofocus
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
