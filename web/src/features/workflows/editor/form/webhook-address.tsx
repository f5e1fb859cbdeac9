import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { workflows } from '@imperium/contract/workflows.ts'
import { call } from '../../../../lib/api.ts'
import { t } from '../../../../lib/words.ts'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { confirm } from '../../../../ui/confirm.ts'
import { useGate } from '../../use-gate.ts'
import { useEditorContext } from '../editor-context.ts'
import classes from './form.module.css'

/** Where the webhook of a published workflow is called, and the secret that callers need. */
export function WebhookAddress() {
  const { workflow } = useEditorContext()
  const refusal = useGate('workflows:publish')
  const rotate = useMutation({
    mutationFn: () => call(workflows.rotateSecret, { params: { id: workflow.id } }),
    meta: { failure: t('The secret could not be made') },
  })
  async function ask(): Promise<void> {
    const message = t('Callers with the secret of now are refused from then on.')
    if (await confirm({ title: t('Make a new secret'), message, action: t('Make a new secret') })) rotate.mutate()
  }
  if (workflow.webhookUrl === null) return <p className={classes.note}>{t('The address is made when the workflow is published.')}</p>
  return (
    <div className={classes.stack}>
      <p className={classes.sectionTitle}>{t('Address')}</p>
      <CodeBlock code={workflow.webhookUrl} label={t('Address')} />
      {rotate.data && (
        <>
          <p className={classes.sectionTitle}>{t('Secret: shown only now')}</p>
          <CodeBlock code={rotate.data.secret} label={t('Secret')} />
        </>
      )}
      <Button
        size="compact-sm"
        variant="default"
        className={classes.start ?? ''}
        disabled={refusal !== undefined || rotate.isPending}
        title={refusal}
        onClick={() => void ask()}
      >
        {t('Make a new secret')}
      </Button>
    </div>
  )
}
