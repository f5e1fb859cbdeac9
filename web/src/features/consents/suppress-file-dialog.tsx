import { Button, FileButton, Progress, Select, TextInput } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { consentLimits, consents, suppressionChannels } from '@imperium/contract/contacts/consents.ts'
import type { SuppressionChannel } from '@imperium/contract/contacts/consents.ts'
import type { AddressFile, AddressLine } from '@imperium/contract/contacts/suppressions.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useSuppressFile } from './use-suppress-file.ts'
import styles from '../../ui/styles.module.css'
import classes from './consents.module.css'
import { channelLabels } from './consent-labels.ts'

const shownLines = 200

/** Suppresses a file of addresses: read by the server, added in parts; lines without an address are reported. */
export function SuppressFileDialog({ onClose }: { onClose: () => void }) {
  const work = useSuppressFile()
  const [channel, setChannel] = useState<SuppressionChannel>('email')
  const [detail, setDetail] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const reading = useQuery({
    queryKey: ['address-file', file?.name, file?.size, file?.lastModified, channel],
    enabled: file !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: () =>
      call(consents.readAddressFile, { query: { channel }, body: new Blob(file ? [file] : [], { type: typeOf(file?.name ?? '') }) }),
  })
  const read = reading.data ?? null
  const isOver = read !== null && read.addresses.length > 0 && work.done >= read.addresses.length
  const choose = (chosen: File | null): void => {
    if (!chosen) return
    work.reset()
    if (chosen.size > consentLimits.addressFileBytes) {
      setFile(null)
      setRefusal(t('The file has more than 10 MB. Split it, or save the column of addresses alone.'))
      return
    }
    setRefusal(null)
    setFile(chosen)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Add addresses from a file')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isOver) onClose()
        else if (read) void work.send(read.addresses, { channel, detail })
      }}
      submitLabel={submitLabelOf(isOver, work.error !== null)}
      busyLabel={t('Adding...')}
      busy={work.busy}
      disabledReason={read?.addresses.length ? undefined : t('Choose a file with at least one address')}
      width={560}
    >
      <Select
        label={t('Channel')}
        data={suppressionChannels.map((value) => ({ value, label: channelLabels[value] }))}
        value={channel}
        allowDeselect={false}
        disabled={work.busy || work.done > 0}
        onChange={(next) => setChannel(suppressionChannels.find((each) => each === next) ?? 'email')}
      />
      <TextInput
        label={t('Note')}
        placeholder={t('From our previous email service')}
        maxLength={300}
        value={detail}
        disabled={work.busy || work.done > 0}
        onChange={(event) => setDetail(event.currentTarget.value)}
      />
      <div className={styles.row}>
        <FileButton accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain" onChange={choose} disabled={work.busy}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileUpload size={16} stroke={1.7} aria-hidden />}>
              {file ? t('Choose another file') : t('Choose a file')}
            </Button>
          )}
        </FileButton>
        <span className={classes.text}>{file?.name ?? t('CSV, Excel or text, one address per row. Other columns are ignored.')}</span>
      </div>
      {(refusal ?? reading.error) && (
        <p className={classes.text} role="alert">
          {refusal ?? faultOf(reading.error)}
        </p>
      )}
      {read && <Result read={read} work={work} />}
      {work.error && (
        <p className={classes.text} role="alert">
          {work.error.message} {t('The addresses sent so far are on the list. Try again to continue.')}
        </p>
      )}
      <p className={classes.text}>{t('Addresses on the list never get campaigns.')}</p>
    </FormDialog>
  )
}

/** By its name: browsers know the type of a file only where the computer has a program for it. */
const typeOf = (name: string): string =>
  /\.xlsx$/i.test(name) ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv'

const faultOf = (error: Error | null): string =>
  error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : t('The file could not be read')

function submitLabelOf(isOver: boolean, hasFailed: boolean): string {
  if (isOver) return t('Done')
  return hasFailed ? t('Try again') : t('Add to the list')
}

/** The contents of the file, the progress and the result of each line. */
function Result({ read, work }: { read: AddressFile; work: ReturnType<typeof useSuppressFile> }) {
  const total = read.addresses.length
  const wrong = [
    ...read.without.map((each) => ({ ...each, why: t('No address in this line') })),
    ...work.unreadable.map((each) => ({ ...each, why: t('The address cannot be read') })),
  ].toSorted((a, b) => a.line - b.line)
  return (
    <>
      <p className={classes.text} role="status">
        {work.done === 0
          ? plural(total, { one: '{count} address in the file', other: '{count} addresses in the file' })
          : t('{done} of {total} sent: {added} added, {known} were on the list', {
              done: formatNumber(work.done),
              total: formatNumber(total),
              added: formatNumber(work.added),
              known: formatNumber(work.alreadyThere),
            })}
        {read.repeated > 0 && ` · ${plural(read.repeated, { one: '{count} line repeats one', other: '{count} lines repeat one' })}`}
      </p>
      {(work.busy || work.done > 0) && <Progress value={(100 * work.done) / Math.max(1, total)} size={6} aria-label={t('Progress')} />}
      {wrong.length > 0 && <WrongLines lines={wrong} />}
    </>
  )
}

function WrongLines({ lines }: { lines: readonly (AddressLine & { why: string })[] }) {
  const save = () => {
    const text = lines.map(({ line, why, text: texts }) => `${line}\t${why}\t${texts}\n`).join('')
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'lines-left-out.txt'
    link.click()
    // The browser reads the address after the click was handled.
    setTimeout(() => URL.revokeObjectURL(url), 1_000)
  }
  return (
    <div>
      <div className={classes.head}>
        <p className={classes.name}>{plural(lines.length, { one: '{count} line is skipped', other: '{count} lines are skipped' })}</p>
        <Button size="xs" variant="subtle" onClick={save}>
          {t('Download these lines')}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must be able to */}
      <ol className={classes.lines} tabIndex={0} aria-label={t('Skipped lines')}>
        {lines.slice(0, shownLines).map(({ line, why, text }) => (
          <li key={line}>
            {t('Line {line}', { line: formatNumber(line) })}: {why} <span className={classes.told}>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
