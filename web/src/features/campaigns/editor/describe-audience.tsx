import { Button, Textarea } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SegmentProposal } from '@imperium/contract/contacts/segments.ts'
import { segments } from '@imperium/contract/contacts/segments.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call, keyOf, query } from '../../../lib/api.ts'
import { formatMicros } from '../../../lib/format.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from '../../../ui/styles.module.css'

/** The model may take its time. */
const describeTimeoutMs = 50_000

/** Converts a description to a segment with AI; it becomes the audience only after the user confirms it. */
export function DescribeAudience({ onConfirm }: { onConfirm: (segmentId: string) => void }) {
  const [text, setText] = useState('')
  const describe = useMutation({
    mutationFn: (texts: string) => call(segments.describe, { body: { text: texts } }, { timeoutMs: describeTimeoutMs }),
    meta: { silent: true },
  })
  const texts = text.trim()
  return (
    <>
      <Textarea
        label={t('Describe your audience')}
        placeholder={t('For example: contacts tagged vip in Germany who opened an email in the last 30 days')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.row}>
        <Button
          variant="default"
          leftSection={<IconSparkles size={16} stroke={1.7} aria-hidden />}
          disabled={texts === '' || describe.isPending}
          onClick={() => describe.mutate(texts)}
        >
          {describe.isPending ? t('Reading...') : t('Turn into a segment')}
        </Button>
      </div>
      {describe.error && (
        <Notice tone="bad">{describe.error instanceof ApiError ? describe.error.message : t('The description could not be read.')}</Notice>
      )}
      {describe.data && !describe.isPending && (
        <Proposal key={describe.data.summary} proposal={describe.data} words={describe.variables ?? texts} onConfirm={onConfirm} />
      )}
    </>
  )
}

interface ProposalProps {
  proposal: SegmentProposal
  words: string
  onConfirm: (segmentId: string) => void
}

function Proposal({
  proposal: { rules, summary, summaryKey, notUnderstood, model, isSandbox, costMicros },
  words: texts,
  onConfirm,
}: ProposalProps) {
  const client = useQueryClient()
  const preview = useQuery({
    ...query(segments.preview, { body: { rules: rules ?? { match: 'all', rules: [] } } }),
    enabled: rules !== null,
    meta: { silent: true },
  })
  const create = useMutation({
    mutationFn: () => {
      if (!rules) throw new Error('there is nothing to confirm')
      return call(segments.create, { body: { name: texts.slice(0, 120).replace(/\s+/g, ' '), description: '', rules, describedAs: texts } })
    },
    meta: { failure: t('Failed to save the segment') },
    onSuccess: (saved) => {
      void client.invalidateQueries({ queryKey: keyOf(segments.list) })
      onConfirm(saved.id)
    },
  })
  if (!rules) return <Notice tone="warn">{t('We could not turn this into rules.')}</Notice>
  return (
    <Notice
      tone="info"
      title={translateMessage({ message: summary, ...summaryKey })}
      action={
        <>
          <Button size="xs" variant="default" disabled={create.isPending} onClick={() => create.mutate()}>
            {create.isPending ? t('Saving...') : t('Confirm this audience')}
          </Button>
          <span className={styles.hint}>
            {model} · {isSandbox ? t('sandbox') : formatMicros(costMicros)}
          </span>
        </>
      }
    >
      {preview.data && (
        <p className={styles.hint}>
          {plural(preview.data.count, { one: '{count} contact', other: '{count} contacts' })}
          {preview.data.sample.length > 0 &&
            `: ${preview.data.sample
              .slice(0, 4)
              .map(({ name, email, phone }) => name || email || phone)
              .join(', ')}`}
        </p>
      )}
      {preview.isError && <p className={styles.hint}>{t('The contacts could not be counted.')}</p>}
      {notUnderstood.length > 0 && <p className={styles.hint}>{t('Not understood: {words}', { words: notUnderstood.join(', ') })}</p>}
    </Notice>
  )
}
