import { Button, FileButton, Progress } from '@mantine/core'
import { IconFiles, IconUpload, IconWorldPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { documentEndings } from '@imperium/contract/knowledge.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { plural, t } from '../../../lib/words.ts'
import { EmptyPreview } from '../../../ui/feedback/empty-preview.tsx'
import { CardSkeletons, LoadMore } from '../../../ui/list/card-list.tsx'
import { ListView } from '../../../ui/list/list-view.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { collectionsQuery, documentsQuery } from '../api.ts'
import { statusLabels } from '../knowledge-labels.ts'
import type { KnowledgeSearch } from '../knowledge-search.ts'
import { SourceList } from '../sources/source-list.tsx'
import { DocumentRow } from './document-row.tsx'
import { useUploads } from './use-uploads.ts'
import type { Uploads } from './use-uploads.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

const SourceDialog = lazy(async () => ({ default: (await import('../sources/source-dialog.tsx')).SourceDialog }))
const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

const accepted = Object.keys(documentEndings)
  .map((ending) => `.${ending}`)
  .join(',')

interface DocumentsTabProps {
  search: KnowledgeSearch
  change: ChangeSearch<KnowledgeSearch>
  refusal: string | undefined
  mayWrite: boolean
}

/** Uploaded files, with what the background has made of them. Files are chosen by a button or dropped anywhere here. */
export function DocumentsTab({ search, change, refusal, mayWrite }: DocumentsTabProps) {
  const list = useRows(documentsQuery(search))
  const { data: collections = [] } = useQuery(collectionsQuery)
  const uploads = useUploads()
  const [chosen, setChosen] = useState<File[]>([])
  const [isOver, setIsOver] = useState(false)
  const mayUpload = mayWrite && refusal === undefined
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (mayUpload) setChosen([...event.dataTransfer.files])
  }
  const [isAdding, setIsAdding] = useState(false)
  const buttons = mayWrite && (
    <span className={styles.row}>
      <Button
        variant="default"
        leftSection={<IconWorldPlus size={16} stroke={1.8} aria-hidden />}
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => setIsAdding(true)}
      >
        {t('Add web address')}
      </Button>
      <UploadButton refusal={refusal} onFiles={setChosen} />
    </span>
  )
  return (
    <div
      className={`${styles.stackWide} ${classes.dropArea}`}
      data-over={(isOver && mayUpload) || undefined}
      onDragOver={(event) => (event.preventDefault(), setIsOver(true))}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <ListView
        icon={IconFiles}
        list={list}
        search={search}
        change={change}
        find={{ label: t('Search documents') }}
        filters={[
          {
            key: 'documentStatus',
            label: t('Status'),
            options: (['queued', 'processing', 'ready', 'failed'] as const).map((value) => ({ value, label: statusLabels[value] })),
          },
          ...(collections.length > 0
            ? [
                {
                  key: 'collection' as const,
                  label: t('Collection'),
                  options: collections.map(({ id, name }) => ({ value: id, label: name })),
                },
              ]
            : []),
        ]}
        count={list.total === null ? '' : plural(list.total, { one: '{count} document', other: '{count} documents' })}
        failed={t('Documents could not be loaded')}
        empty={{
          title: t('No documents yet'),
          text: t('Upload Markdown, HTML, text, CSV, PDF, DOCX or XLSX files. Agents answer from them and cite the passage.'),
          action: buttons,
          preview: (
            <EmptyPreview
              kind="rows"
              icon={IconFiles}
              items={[t('Price list'), t('Delivery and returns'), t('Opening hours')].map((title) => ({
                title,
                value: statusLabels.ready,
              }))}
            />
          ),
        }}
        noMatch={{ title: t('No documents found'), text: t('Try adjusting your search or filters') }}
        hidesEmptyBar
        controls={!list.isEmpty && buttons}
        renderRows={({ rows, loading }) =>
          loading ? (
            <CardSkeletons size={{ heightPx: 72, widthPx: 420 }} />
          ) : (
            <section aria-label={t('Documents')}>
              <ul className={`${styles.list} ${styles.stack8}`}>
                {rows.map((document) => (
                  <DocumentRow
                    key={document.id}
                    document={document}
                    collection={collections.find(({ id }) => id === document.collectionId)?.name}
                    mayWrite={mayWrite}
                    refusal={refusal}
                    onOpen={() => change({ document: document.id })}
                  />
                ))}
              </ul>
              <LoadMore list={list} />
            </section>
          )
        }
      >
        <UploadState uploads={uploads} />
        {mayWrite && <SourceList refusal={refusal} />}
      </ListView>
      <Suspense fallback={null}>
        {chosen.length > 0 && (
          <UploadDialog
            files={chosen}
            collectionId={search.collection}
            onUpload={(settings) => {
              setChosen([])
              void uploads.add(chosen, settings)
            }}
            onClose={() => setChosen([])}
          />
        )}
        {isAdding && <SourceDialog editing={null} collectionId={search.collection} refusal={refusal} onClose={() => setIsAdding(false)} />}
      </Suspense>
    </div>
  )
}

function UploadButton({ refusal, onFiles }: { refusal: string | undefined; onFiles: (files: File[]) => void }) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      multiple
      accept={accepted}
      resetRef={reset}
      onChange={(files) => {
        reset.current?.()
        onFiles(files)
      }}
    >
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />} disabled={refusal !== undefined} title={refusal}>
          {t('Upload documents')}
        </Button>
      )}
    </FileButton>
  )
}

/** The file that is going up, and what was refused. */
function UploadState({ uploads: { current, done, total, faults, clear } }: { uploads: Uploads }) {
  if (total === 0 && faults.length === 0) return null
  return (
    <div className={styles.stack8}>
      {current && (
        <>
          <span role="status" className={styles.small}>
            {t('Uploading {name} ({done} of {total})', { name: current, done: done + 1, total })}
          </span>
          <Progress value={(done / total) * 100} size={6} aria-label={t('Upload')} />
        </>
      )}
      {faults.length > 0 && (
        <div role="alert" className={classes.faults}>
          {faults.map(({ name, text }) => (
            <p key={name}>
              {name}: {text}
            </p>
          ))}
          <Button size="xs" variant="default" onClick={clear}>
            {t('Close')}
          </Button>
        </div>
      )}
    </div>
  )
}
