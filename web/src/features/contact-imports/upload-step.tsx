import { Button, Progress } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { contactImports, importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { ContactImport } from '@imperium/contract/contacts/contact-imports.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { importQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './imports.module.css'
import { sendFile } from './send-file.ts'

interface UploadStepProps {
  /** An interrupted upload: the same file continues from where it ended. */
  begun: ContactImport | null
  onUploaded: (id: string) => void
}

interface Sending {
  name: string
  sizeBytes: number
  sentBytes: number
  waiting: boolean
}

/** Chooses the file and brings it up. */
export function UploadStep({ begun, onUploaded }: UploadStepProps) {
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState('')
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File): Promise<void> {
    const fault = faultOf(file, begun) || ((await isOldSpreadsheet(file)) ? oldSpreadsheetFault : '')
    setProblem(fault)
    if (fault) return
    const stop = new AbortController()
    running.current = stop
    setSending({ name: file.name, sizeBytes: file.size, sentBytes: 0, waiting: false })
    const change = (more: Partial<Sending>) => setSending((now) => now && { ...now, ...more })
    try {
      const held = begun
        ? await call(contactImports.read, { params: { id: begun.id } })
        : await call(contactImports.create, { body: { fileName: file.name, sizeBytes: file.size } })
      change({ sentBytes: held.doneBytes })
      await sendFile(held.id, file, held.doneBytes, {
        signal: stop.signal,
        onProgress: (sentBytes) => change({ sentBytes }),
        onWaiting: (waiting) => change({ waiting }),
      })
      await client.invalidateQueries({ queryKey: importQuery(held.id).queryKey })
      onUploaded(held.id)
    } catch (error) {
      if (stop.signal.aborted) return
      setProblem(error instanceof ApiError ? error.message : t('The file could not be read'))
    }
    setSending(null)
  }

  return (
    <Card title={begun ? t('Continue with {file}', { file: begun.fileName }) : t('Choose a file')}>
      {sending ? (
        <Bar sending={sending} onStop={() => (running.current?.abort(), setSending(null))} />
      ) : (
        <DropZone begun={begun} onFile={(file) => void send(file)} />
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </Card>
  )
}

const oldSpreadsheetFault = t('This is an old Excel file (.xls). Save it as .xlsx or CSV and choose that file.')

/** Detected by the first bytes, before minutes of upload that the server would refuse. A read error is reported by the upload itself. */
async function isOldSpreadsheet(file: File): Promise<boolean> {
  const begins = new TextDecoder('latin1').decode(
    await file
      .slice(0, 4)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )
  return begins.startsWith('\u00d0\u00cf\u0011\u00e0')
}

function faultOf(file: File, begun: ContactImport | null): string {
  if (file.size === 0) return t('The file is empty')
  if (file.size > importLimits.fileBytes) return t('A file may have at most {size}', { size: formatBytes(importLimits.fileBytes) })
  if (/\.xlsx$/i.test(file.name) && file.size > importLimits.workbookBytes)
    return t('An Excel file may have at most {size}. Save the table as CSV and choose that file.', {
      size: formatBytes(importLimits.workbookBytes),
    })
  if (begun && (file.name !== begun.fileName || file.size !== begun.totalBytes))
    return t('This is another file. Choose {file} again.', { file: begun.fileName })
  return ''
}

function DropZone({ begun, onFile }: { begun: ContactImport | null; onFile: (file: File) => void }) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null) => files?.[0] && onFile(files[0])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
      <p className={classes.dropWords}>
        {begun
          ? t('The connection was lost at {done} of {total}. Choose the same file to continue.', {
              done: formatBytes(begun.doneBytes),
              total: formatBytes(begun.totalBytes),
            })
          : t('Drop a CSV or Excel file here: one contact per row, up to 1,000,000 rows and {size}.', {
              size: formatBytes(importLimits.fileBytes),
            })}
      </p>
      <Button leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />} onClick={() => input.current?.click()}>
        {t('Choose file')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
        aria-label={t('CSV or Excel file')}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

function Bar({ sending, onStop }: { sending: Sending; onStop: () => void }) {
  const percent = Math.floor((sending.sentBytes / sending.sizeBytes) * 100)
  return (
    <div className={styles.stack10}>
      <div className={classes.barWords}>
        <span className={classes.strong}>{sending.name}</span>
        <span className="tnum" role="status">
          {sending.waiting
            ? t('Connection lost. Trying again…')
            : t('{done} of {total}', { done: formatBytes(sending.sentBytes), total: formatBytes(sending.sizeBytes) })}
        </span>
      </div>
      <Progress value={percent} size={6} aria-label={t('Upload')} {...(sending.waiting ? { color: 'var(--warn)' } : {})} />
      <div>
        <Button size="xs" variant="default" onClick={onStop}>
          {t('Stop')}
        </Button>
      </div>
    </div>
  )
}
