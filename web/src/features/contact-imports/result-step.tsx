import { Button, Progress } from '@mantine/core'
import { IconArrowBackUp, IconFileDownload, IconPlayerPlay, IconSpeakerphone, IconTrash, IconUsers } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import type { ContactImport } from '@imperium/contract/contacts/contact-imports.ts'
import { downloadFile } from '../../lib/download.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { useCan, useUser } from '../../lib/use-session.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { OrgLink, useOrgTarget } from '../../ui/page/org-link.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { ErrorRows } from './error-rows.tsx'
import { cancelMutation, removeFileMutation, resumeMutation, undoMutation } from './api.ts'
import { percentOf, statusText } from './import-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './imports.module.css'

/** A running import, and its result. */
export function ResultStep({ held, campaignId }: { held: ContactImport; campaignId: string | undefined }) {
  const isRunning = held.status === 'running'
  const status = statusText[held.status]
  const [corrected, setCorrected] = useState('')
  return (
    <>
      <Card
        title={held.fileName}
        aside={<StatusDot tone={status.tone} label={status.label} live={isRunning || held.status === 'undoing'} />}
      >
        {isRunning && <Running held={held} />}
        {held.status === 'undoing' && (
          <p className={classes.text} role="status">
            {t('{count} contacts reverted so far', { count: formatNumber(held.undoneCount) })}
          </p>
        )}
        <Texts held={held} />
        <Actions held={held} campaignId={campaignId} />
      </Card>
      <StatStrip
        label={t('Result of the import')}
        stats={[
          { label: t('Created'), value: formatNumber(held.createdCount), hint: t('New contacts') },
          { label: t('Updated'), value: formatNumber(held.updatedCount), hint: t('Rows of existing contacts') },
          { label: t('Skipped'), value: formatNumber(held.skippedCount), hint: t('Nothing to change') },
          { label: t('With errors'), value: formatNumber(held.failedCount), hint: t('Left out') },
        ]}
      />
      <p role="status" className={classes.corrected}>
        {corrected}
      </p>
      {held.failedCount > 0 && ['completed', 'failed', 'cancelled'].includes(held.status) && (
        <ErrorRows held={held} isMain={campaignId === undefined && held.resumableUntil === null} onDone={setCorrected} />
      )}
      {held.askWaitingCount + held.askedCount + held.unaskedCount > 0 && (
        <StatStrip
          label={t('Asked to confirm')}
          stats={[
            { label: t('Asked to confirm'), value: formatNumber(held.askedCount), hint: t('By email') },
            { label: t('Waiting'), value: formatNumber(held.askWaitingCount), hint: t('A few emails are sent per minute') },
            {
              label: t('Not asked'),
              value: formatNumber(held.unaskedCount),
              hint: t('Already decided, suppressed, or asked in the last 30 days'),
            },
          ]}
        />
      )}
    </>
  )
}

/** Why it ended, and what can still be done. */
function Texts({ held }: { held: ContactImport }) {
  const hasEndedEarly = held.status === 'failed' || held.status === 'cancelled'
  return (
    <>
      {held.message && (
        <p className={classes.problem} role="alert">
          {translateMessage({ message: held.message, ...held.messageKey })}
          {held.status === 'running' && ` ${t('It is retried.')}`}
        </p>
      )}
      {held.resumableUntil && (
        <p className={classes.text}>
          {held.rowsRead > 0
            ? t('You can resume it until {day}. It continues after row {row}, with the same settings. The file is stored until then.', {
                day: formatDate(held.resumableUntil),
                row: formatNumber(held.rowsRead),
              })
            : t('You can resume it until {day}, with the same settings. The file is stored until then.', {
                day: formatDate(held.resumableUntil),
              })}
        </p>
      )}
      {hasEndedEarly && held.settings && !held.resumableUntil && (
        <p className={classes.text}>{t('It cannot be resumed because its file was deleted. Import the file again to continue.')}</p>
      )}
      {held.undoableUntil && held.status !== 'running' && (
        <p className={classes.text}>{t('It can be undone until {day}.', { day: formatDate(held.undoableUntil) })}</p>
      )}
    </>
  )
}

function Running({ held }: { held: ContactImport }) {
  const percent = percentOf(held)
  return (
    <div className={styles.stack10}>
      <div className={classes.barWords}>
        <span className="tnum" role="status">
          {t('{percent} %, {rows} rows read', { percent, rows: formatNumber(held.rowsRead) })}
        </span>
        <span>{t('You can leave this page. It continues in the background.')}</span>
      </div>
      <Progress value={percent} size={6} aria-label={t('Progress of the import')} />
    </div>
  )
}

function Actions({ held, campaignId }: { held: ContactImport; campaignId: string | undefined }) {
  const user = useUser()
  const mayErase = useCan('contacts:erase')
  const mayUndo = mayErase || held.createdByUser === user.id
  const cancel = useMutation(cancelMutation)
  const undo = useMutation(undoMutation)
  const resume = useMutation(resumeMutation)
  const removeFile = useMutation(removeFileMutation)
  const errors = useMutation({
    mutationFn: () => downloadFile(contactImports.errors, { params: { id: held.id } }),
    meta: { failure: t('Failed to download the errors') },
  })
  const back = useOrgTarget(`campaigns/${campaignId}/edit?step=audience&importId=${held.id}`)
  const input = { params: { id: held.id } }
  const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

  async function confirmAndUndo(): Promise<void> {
    const message = t(
      'The {count} contacts that this import created are erased. Contacts that it changed get their old values back, unless they were changed again since.',
      { count: formatNumber(held.createdCount) },
    )
    if (await confirm({ title: t('Undo import'), message, action: t('Undo import') })) undo.mutate(input)
  }

  async function confirmAndRemove(): Promise<void> {
    const message = t(
      'The rows of "{file}" that were not read yet cannot be imported any more, unless you upload it again. Contacts stay.',
      {
        file: held.fileName,
      },
    )
    if (await confirm({ title: t('Delete file'), message, action: t('Delete file') })) removeFile.mutate(input)
  }

  return (
    <div className={classes.end} style={{ marginTop: 14 }}>
      {held.failedCount > 0 && !['running', 'undoing', 'undone'].includes(held.status) && (
        <Button variant="default" leftSection={<IconFileDownload {...symbol} />} loading={errors.isPending} onClick={() => errors.mutate()}>
          {t('Download errors')}
        </Button>
      )}
      {held.resumableUntil && (
        <>
          <Button
            variant="default"
            leftSection={<IconTrash {...symbol} />}
            loading={removeFile.isPending}
            onClick={() => void confirmAndRemove()}
          >
            {t('Delete file')}
          </Button>
          <Button leftSection={<IconPlayerPlay {...symbol} />} loading={resume.isPending} onClick={() => resume.mutate(input)}>
            {t('Resume import')}
          </Button>
        </>
      )}
      {held.undoableUntil && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp {...symbol} />}
          loading={undo.isPending}
          disabled={!mayUndo}
          {...(mayUndo ? {} : { title: t('Only the member who started an import, owners and admins can undo it.') })}
          onClick={() => void confirmAndUndo()}
        >
          {t('Undo import')}
        </Button>
      )}
      {held.status === 'running' && (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(input)}>
          {t('Stop import')}
        </Button>
      )}
      {campaignId !== undefined && (held.status === 'running' || held.status === 'completed') && (
        <Button
          leftSection={<IconSpeakerphone {...symbol} />}
          renderRoot={(props) => <Link {...props} to={back.to} search={back.search} />}
        >
          {t('Back to the campaign, with these contacts')}
        </Button>
      )}
      {held.createdCount > 0 && !['undoing', 'undone'].includes(held.status) && (
        <OrgLink path={`contacts?importId=${held.id}`} className={classes.link}>
          <IconUsers {...symbol} /> {t('Show these contacts')}
        </OrgLink>
      )}
    </div>
  )
}
