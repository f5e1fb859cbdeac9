import { TextInput, Textarea } from '@mantine/core'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { AgentSelect } from '../agent-select.tsx'
import { ChannelChoice } from './channel-choice.tsx'
import { SenderCard } from './sender-card.tsx'
import { hasBegun } from './use-editor.ts'
import type { Editor } from './use-editor.ts'
import styles from '../../../ui/styles.module.css'

/** Name, channel, assisting agent and sender. */
export function BasicsStep({ editor }: { editor: Editor }) {
  const { form, campaign } = editor
  const isDraft = campaign.status === 'draft'
  return (
    <>
      <Card title={t('Basics')}>
        <div className={styles.stackWide}>
          <TextInput label={t('Name')} withAsterisk maxLength={120} {...form.getInputProps('name')} />
          <Textarea label={t('Description')} autosize minRows={2} maxRows={6} maxLength={2000} {...form.getInputProps('description')} />
          <ChannelChoice value={form.values.channel} onChange={(channel) => form.setFieldValue('channel', channel)} disabled={!isDraft} />
          {!isDraft && <p className={styles.hint}>{t('The channel of a campaign cannot change after its launch. Clone it instead.')}</p>}
          <AgentSelect
            value={form.values.agentId}
            onChange={(agentId) => form.setFieldValue('agentId', agentId)}
            description={t('Helps to write the message. Under Advanced, it can write one for each recipient.')}
            error={form.errors['agentId']}
            disabled={hasBegun(editor)}
          />
        </div>
      </Card>
      <SenderCard editor={editor} isFixed={hasBegun(editor)} />
    </>
  )
}
