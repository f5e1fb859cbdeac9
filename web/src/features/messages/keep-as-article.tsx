import { IconBookmarkPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { knowledge } from '@imperium/contract/knowledge.ts'
import type { Reply } from '@imperium/contract/messages.ts'
import { mutation } from '../../lib/api.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import classes from './messages.module.css'

const keepMutation = mutation(knowledge.create, {
  success: t('Saved as a draft in the knowledge base'),
  failure: t('The answer could not be saved'),
  invalidates: [['knowledge']],
})

const titleLength = 200

/** What the contact asked: the first line of the last message before the answer. */
export function questionBefore(messages: readonly Reply[], answer: Reply): string | null {
  const before = messages.slice(0, messages.indexOf(answer)).findLast(({ direction }) => direction === 'inbound')
  const line = before?.content.split('\n').find((each) => each.trim() !== '')
  return line?.trim().slice(0, titleLength) ?? null
}

/** Marks an answer as good: it becomes the draft of an article, which a person checks and publishes. */
export function KeepAsArticle({ question, answer }: { question: string; answer: Reply }) {
  const mayWrite = useCan('knowledge:write')
  const keep = useMutation(keepMutation)
  if (!mayWrite || answer.content.trim() === '') return null
  async function askToKeep(): Promise<void> {
    const message = t('The question and the answer may hold personal data of the contact. Remove it from the draft before you publish it.')
    if (await confirm({ title: t('Write an article'), message, action: t('Save draft'), danger: false }))
      keep.mutate({ body: { title: question, body: answer.content, category: 'faqs', status: 'DRAFT' } })
  }
  return (
    <button type="button" className={classes.keep} disabled={keep.isPending || keep.isSuccess} onClick={() => void askToKeep()}>
      <IconBookmarkPlus size={14} stroke={1.7} aria-hidden />
      {keep.isSuccess ? t('Draft of an article') : t('Good answer: write an article')}
    </button>
  )
}
