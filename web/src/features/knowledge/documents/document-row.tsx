import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { knowledge } from '@imperium/contract/knowledge.ts'
import type { KnowledgeDocument } from '@imperium/contract/knowledge.ts'
import { call } from '../../../lib/api.ts'
import { formatFileSize } from '../../../lib/format.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { changedValues } from '../../../ui/form/changed-values.ts'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { changed, isWaiting, removeDocumentMutation, retryDocumentMutation } from '../api.ts'
import { statusLabels, statusTones, visibilityLabels } from '../knowledge-labels.ts'
import { RowMenu } from '../row-menu.tsx'
import { DocumentFields } from './document-settings.tsx'
import type { DocumentValues } from './document-settings.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

interface DocumentRowProps {
  document: KnowledgeDocument
  collection: string | undefined
  mayWrite: boolean
  refusal: string | undefined
  onOpen: () => void
}

/** A document in the list: its state, its facts, and what can be done. */
export function DocumentRow({ document, collection, mayWrite, refusal, onOpen }: DocumentRowProps) {
  const { name, status, error, passages, sizeBytes, visibility, sourceUrl, metadata, createdAt } = document
  return (
    <li className={classes.item}>
      <span className={classes.itemText}>
        <span className={classes.rowTitle}>
          {status === 'ready' ? (
            <button type="button" className={classes.name} onClick={onOpen}>
              {name}
            </button>
          ) : (
            <span>{name}</span>
          )}
          <StatusDot tone={statusTones[status]} label={statusLabels[status]} live={isWaiting(document)} />
        </span>
        {error && <span className={classes.fault}>{translateMessage(error)}</span>}
        <span className={`${classes.facts} ${styles.small}`}>
          {status === 'ready' && <span>{plural(passages, { one: '{count} passage', other: '{count} passages' })}</span>}
          <span>{formatFileSize(sizeBytes)}</span>
          <RelativeTime at={createdAt} />
          <span>{visibilityLabels[visibility]}</span>
          {sourceUrl && (
            <a className="link" href={sourceUrl} target="_blank" rel="noopener noreferrer">
              {sourceUrl}
            </a>
          )}
          {collection && <span className={classes.tag}>{collection}</span>}
          {Object.entries(metadata).map(([key, value]) => (
            <span key={key} className={classes.tag}>
              {key}: {String(value)}
            </span>
          ))}
        </span>
      </span>
      {mayWrite && <DocumentMenu document={document} refusal={refusal} />}
    </li>
  )
}

function DocumentMenu({ document, refusal }: Pick<DocumentRowProps, 'document' | 'refusal'>) {
  const { id, name, status } = document
  const [editing, setEditing] = useState(false)
  const retry = useMutation(retryDocumentMutation)
  const remove = useMutation(removeDocumentMutation)
  async function askToDelete(): Promise<void> {
    const message = t('Are you sure you want to delete "{name}"? This cannot be undone.', { name })
    if (await confirm({ title: t('Delete document'), message, action: t('Delete') })) remove.mutate({ params: { id } })
  }
  return (
    <>
      <RowMenu name={name} refusal={refusal}>
        <Menu.Item onClick={() => setEditing(true)}>{t('Edit')}</Menu.Item>
        {status === 'failed' && <Menu.Item onClick={() => retry.mutate({ params: { id } })}>{t('Read again')}</Menu.Item>}
        <Menu.Item color="red" onClick={() => void askToDelete()}>
          {t('Delete')}
        </Menu.Item>
      </RowMenu>
      {editing && <DocumentDialog document={document} onClose={() => setEditing(false)} />}
    </>
  )
}

function DocumentDialog({ document, onClose }: { document: KnowledgeDocument; onClose: () => void }) {
  const { id, visibility, language, collectionId, metadata } = document
  const form = useContractForm<DocumentValues>({
    initialValues: { visibility, language, collectionId, metadata },
    schema: knowledge.updateDocument.body,
  })
  const save = useMutation({
    mutationFn: (values: DocumentValues) =>
      call(knowledge.updateDocument, { params: { id }, body: changedValues(form.getInitialValues(), values) }),
    meta: { success: t('Document saved'), failure: t('The document could not be saved'), invalidates: changed },
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      width={560}
      title={t('Edit document')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
    >
      <DocumentFields form={form} />
    </FormDialog>
  )
}
