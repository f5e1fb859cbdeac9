import { Button, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../../lib/words.ts'
import { useCopy } from '../../ui/text/use-copy.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

/** A value to take elsewhere, whole. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { copied, copy } = useCopy()
  return (
    <div className={styles.fieldAndButton}>
      <Textarea
        label={label}
        value={value}
        readOnly
        autosize
        minRows={1}
        maxRows={5}
        spellCheck={false}
        classNames={{ input: classes.mono }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={15} stroke={1.7} aria-hidden /> : <IconCopy size={15} stroke={1.7} aria-hidden />}
        aria-label={t('Copy: {what}', { what: label })}
        onClick={() => copy(value)}
      >
        {copied ? t('Copied') : t('Copy')}
      </Button>
    </div>
  )
}
