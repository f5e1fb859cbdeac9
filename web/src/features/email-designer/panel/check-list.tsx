import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { gmailClipBytes } from '@imperium/contract/email-designs/client-support.ts'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { useDesignerContext } from '../designer-context.ts'
import { nameOfBlock } from '../model/block-labels.ts'
import { findBlock } from '../model/edit-blocks.ts'
import { issueText } from '../model/issue-labels.ts'
import classes from './panel.module.css'

/** What readers would stumble over, each with the way to it; and the size of the email. */
export function CheckList({ bytes }: { bytes: number }) {
  const { issues, design, select, setPanelOpen, update } = useDesignerContext()
  return (
    <div className={classes.fields}>
      <p className={classes.size} data-over={bytes > gmailClipBytes || undefined}>
        {t('{size} KB of 102 KB, above which Gmail cuts an email off', { size: formatNumber(Math.ceil(bytes / 1024)) })}
      </p>
      {issues.length === 0 && (
        <p className={classes.fine}>
          <IconCircleCheck size={17} stroke={1.7} aria-hidden />
          {t('No problems found')}
        </p>
      )}
      <ul className={classes.issues} aria-label={t('Problems of the email')}>
        {issues.map((issue, at) => {
          const block = findBlock(design, issue.blockId)
          const Glyph = issue.level === 'note' ? IconInfoCircle : IconAlertTriangle
          const text = (
            <>
              <Glyph size={16} stroke={1.7} aria-hidden />
              <span>
                {block && <b>{nameOfBlock(block)}</b>}
                {issueText(issue)}
              </span>
            </>
          )
          return (
            <li key={at} data-level={issue.level}>
              {block ? (
                <button
                  type="button"
                  className={classes.issue}
                  onClick={() => {
                    setPanelOpen(false)
                    select(block.id, { focus: true })
                  }}
                >
                  {text}
                </button>
              ) : (
                <div className={classes.issue}>{text}</div>
              )}
              {block && issue.code === 'sample_content' && (
                <Button size="compact-xs" variant="subtle" onClick={() => update(block.id, { isSample: false })}>
                  {t('Keep this text')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
