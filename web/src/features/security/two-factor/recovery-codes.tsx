import { Button, Checkbox } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { useCopy } from '../../../ui/text/use-copy.ts'
import styles from '../../../ui/styles.module.css'
import classes from './two-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  doneLabel?: string
  onDone: () => void
}

/** Recovery codes, shown only once; the next button is enabled when the user confirms that they are saved. */
export function RecoveryCodes({ codes, doneLabel = t('Done'), onDone }: RecoveryCodesProps) {
  const [saved, setSaved] = useState(false)
  const { copied, copy } = useCopy()
  const list = useRef<HTMLUListElement>(null)
  // The confirmed form is gone; move the focus to the codes.
  useEffect(() => list.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <Card title={t('Your recovery codes')} className={classes.printed}>
      <div className={classes.form}>
        <p className={styles.text}>
          {t('Each code signs you in once without your device. They are only shown now: store them in a safe place.')}
        </p>
        <ul ref={list} tabIndex={-1} className={`mono ${classes.codes ?? ''}`} aria-label={t('Your recovery codes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} stroke={1.7} aria-hidden /> : <IconCopy size={16} stroke={1.7} aria-hidden />}
            onClick={() => copy(text)}
          >
            {copied ? t('Copied') : t('Copy')}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />} onClick={() => saveText(text)}>
            {t('Download')}
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden />} onClick={() => window.print()}>
            {t('Print')}
          </Button>
        </div>
        <Checkbox label={t('I have saved them')} checked={saved} onChange={(event) => setSaved(event.currentTarget.checked)} />
        <div className={classes.buttons}>
          <Button disabled={!saved} onClick={onDone}>
            {doneLabel}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function saveText(text: string): void {
  const url = URL.createObjectURL(new Blob([`${t('Imperium recovery codes')}\n\n${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  // The browser reads the address after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
