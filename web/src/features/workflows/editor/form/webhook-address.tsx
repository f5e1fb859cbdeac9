import { Button } from '@mantine/core'
import { t } from '../../../../lib/words.ts'
import { CodeBlock } from '../../../../ui/text/code-block.tsx'
import { secretHint } from '../../use-new-secret.ts'
import { webhookCheckOf } from '../../detail/webhook-call.ts'
import { useEditorContext } from '../editor-context.ts'
import styles from '../../../../ui/styles.module.css'
import classes from './form.module.css'

/** The webhook URL of a published workflow, and how to get the secret for its callers. */
export function WebhookAddress() {
  const { workflow, graph } = useEditorContext()
  if (workflow.webhookUrl === null)
    return <p className={styles.hint}>{t('The URL and secret are created when the workflow is published.')}</p>
  const check = webhookCheckOf(graph.definition)
  return (
    <div className={styles.stack8}>
      <p className={classes.sectionTitle}>{t('Address')}</p>
      <CodeBlock code={workflow.webhookUrl} label={t('Address')} />
      {check !== 'none' && <Secret />}
    </div>
  )
}

function Secret() {
  const { refusal, rotate, ask } = useEditorContext().secret
  return (
    <>
      <p className={styles.hint}>{secretHint}</p>
      <Button
        size="compact-sm"
        variant="default"
        className={classes.start ?? ''}
        disabled={refusal !== undefined || rotate.isPending}
        title={refusal}
        onClick={() => void ask()}
      >
        {t('Create a new secret')}
      </Button>
    </>
  )
}
