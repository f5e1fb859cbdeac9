import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../../lib/words.ts'
import { useCopy } from './use-copy.ts'
import classes from './code-block.module.css'

interface CodeBlockProps {
  code: string
  /** Label of the block for screen readers. */
  label: string
  /** Pixels before it scrolls. */
  maxHeight?: number
}

/** Preformatted text that scrolls within itself, with a copy button that confirms for 2 seconds. */
export function CodeBlock({ code, label, maxHeight = 360 }: CodeBlockProps) {
  const { copied, copy } = useCopy()
  return (
    <div className={classes.block}>
      <pre className={classes.code} style={{ maxHeight }} tabIndex={0} role="region" aria-label={label}>
        {code}
      </pre>
      <Tooltip label={copied ? t('Copied') : t('Copy')}>
        <ActionIcon
          className={classes.copy}
          variant="default"
          size={26}
          aria-label={copied ? t('Copied') : t('Copy {what}', { what: label })}
          onClick={() => copy(code)}
        >
          {copied ? <IconCheck size={14} stroke={1.7} /> : <IconCopy size={14} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
