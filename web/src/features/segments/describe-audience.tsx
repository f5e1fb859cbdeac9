import { Button, Textarea } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentProposal } from '@imperium/contract/contacts/segments.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatMicros } from '../../lib/format.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { describeMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './segments.module.css'

interface DescribeAudienceProps {
  initialText: string
  /** Copies the proposal into the builder for editing. */
  onUse: (rules: SegmentGroup, text: string) => void
}

/** Converts a description of an audience to rules with the default AI model. Rules are used only after the user accepts them. */
export function DescribeAudience({ initialText, onUse }: DescribeAudienceProps) {
  const [text, setText] = useState(initialText)
  const describe = useMutation(describeMutation)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') describe.mutate({ body: { text: text.trim() } })
  }
  return (
    <Card title={t('Describe your audience')}>
      <form onSubmit={ask} className={classes.describe}>
        <Textarea
          aria-label={t('Describe your audience')}
          placeholder={t('For example: contacts tagged vip in Germany who opened an email in the last 30 days')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={1000}
          autosize
          minRows={2}
          maxRows={6}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconSparkles size={16} stroke={1.7} aria-hidden />}
          disabled={text.trim() === '' || describe.isPending}
        >
          {describe.isPending ? t('Reading...') : t('Turn into rules')}
        </Button>
      </form>
      {describe.error && (
        <p className={classes.problem} role="alert">
          {describe.error instanceof ApiError ? describe.error.message : t('The description could not be read.')}
        </p>
      )}
      {describe.data && !describe.isPending && (
        <Proposal
          proposal={describe.data}
          onDismiss={describe.reset}
          onUse={(rules) => {
            onUse(rules, text.trim())
            describe.reset()
          }}
        />
      )}
    </Card>
  )
}

interface ProposalProps {
  proposal: SegmentProposal
  onUse: (rules: SegmentGroup) => void
  onDismiss: () => void
}

function Proposal({ proposal, onUse, onDismiss }: ProposalProps) {
  const { rules, summary, summaryKey, notUnderstood, model, isSandbox, costMicros } = proposal
  return (
    <div className={classes.proposal} role="status">
      {rules ? (
        <p className={classes.proposed}>
          <span className={classes.muted}>{t('Proposed rules')}</span>
          {translateMessage({ message: summary, ...summaryKey })}
        </p>
      ) : (
        <p className={classes.proposed}>{t('We could not turn this into rules.')}</p>
      )}
      {notUnderstood.length > 0 && (
        <div className={classes.notUnderstood}>
          <span>{t('Not understood')}</span>
          <ul>
            {notUnderstood.map((texts) => (
              <li key={texts}>{texts}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.groupFoot}>
        {rules && (
          <Button size="xs" onClick={() => onUse(rules)}>
            {t('Use these rules')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onDismiss}>
          {t('Dismiss')}
        </Button>
        <span className={`${styles.textPlain} ${classes.took}`}>
          {model}
          {!isSandbox && ` · ${formatMicros(costMicros)}`}
        </span>
      </div>
    </div>
  )
}
