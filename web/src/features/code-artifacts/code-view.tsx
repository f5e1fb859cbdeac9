import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { t } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { commentMutation } from './api.ts'
import { languageLabels } from './artifact-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './code-artifacts.module.css'

interface ViewProps {
  artifact: CodeArtifact
  refusal: string | undefined
}

/** The facts and the code with line numbers; a press on a line opens a comment on it. */
export function CodeView({ artifact, refusal }: ViewProps) {
  const { version, language, syntaxValid, faults, reasoning, agentName, authorName, hash } = artifact
  return (
    <div className={styles.stack}>
      {!syntaxValid && (
        <Notice tone="bad" title={t('Syntax errors detected')}>
          <ul className={styles.list}>
            {faults.map((fault) => (
              <li key={`${fault.line}:${fault.column} ${fault.message}`}>
                {t('Line {line}, column {column}: {message}', { line: fault.line, column: fault.column, message: fault.message })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <FactList
        facts={[
          [t('Version'), version],
          [t('Language'), languageLabels[language]],
          [t('Syntax'), syntaxValid ? t('Valid') : t('Syntax errors detected')],
          // Without an agent a person wrote it; an agent without a name is called so.
          [t('Agent'), agentName === '' ? t('AI Agent') : (agentName ?? t('AI Agent'))],
          agentName === null && [t('Author'), authorName],
          [t('Hash'), <code key="hash">{hash.slice(0, 16)}</code>],
        ]}
      />
      <section aria-label={t('AI Reasoning')}>
        <h3 className={classes.head}>{t('AI Reasoning')}</h3>
        <p className={`${styles.text} ${styles.wrap}`}>{reasoning || t('None given')}</p>
      </section>
      <section aria-label={t('Generated code')}>
        <h3 className={classes.head}>{t('Generated code')}</h3>
        <CodeLines artifact={artifact} refusal={refusal} />
      </section>
    </div>
  )
}

const mostLines = 2_000

function CodeLines({ artifact, refusal }: ViewProps) {
  const [line, setLine] = useState<number | null>(null)
  const { code, faults, comments, version } = artifact
  const lines = code.split('\n')
  const wrong = new Set(faults.map((fault) => fault.line))
  return (
    <>
      <ol className={classes.lines} aria-label={t('Generated code')}>
        {lines.slice(0, mostLines).map((text, at) => (
          // Lines of a version never change.
          <li key={at} className={classes.line} data-wrong={wrong.has(at + 1) || undefined}>
            <button
              type="button"
              className={classes.number}
              aria-label={t('Comment on line {line}', { line: at + 1 })}
              disabled={refusal !== undefined}
              onClick={() => setLine(at + 1)}
            >
              {at + 1}
            </button>
            <code className={classes.text}>{text}</code>
            {comments
              .filter((comment) => comment.version === version && comment.line === at + 1)
              .map((comment) => (
                <p key={comment.id} className={classes.comment}>
                  <b>{comment.author}</b> {comment.body}
                </p>
              ))}
            {line === at + 1 && <CommentForm artifact={artifact} line={line} onDone={() => setLine(null)} />}
          </li>
        ))}
      </ol>
      {lines.length > mostLines && <p className={styles.text}>{t('Download the file to see all lines.')}</p>}
    </>
  )
}

function CommentForm({ artifact: { id, version }, line, onDone }: { artifact: CodeArtifact; line: number; onDone: () => void }) {
  const [body, setBody] = useState('')
  const save = useMutation(commentMutation)
  return (
    <div className={classes.comment}>
      <Textarea
        aria-label={t('Comment on line {line}', { line })}
        autosize
        minRows={2}
        maxLength={2_000}
        value={body}
        autoFocus
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button
          size="xs"
          disabled={body.trim() === '' || save.isPending}
          onClick={() => save.mutate({ params: { id }, body: { version, line, body } }, { onSuccess: onDone })}
        >
          {t('Comment')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
