import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ContentFields } from './content-fields.tsx'
import type { ContentPath, EmailWay } from './content-path.ts'
import { withText } from '../../email-designer/index.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { Editor } from '../editor/use-editor.ts'
import { WrittenByAgent } from './merge-fields.ts'
import styles from '../../../ui/styles.module.css'
import classes from './message.module.css'

const MessagePreview = lazy(async () => ({ default: (await import('./message-preview.tsx')).MessagePreview }))
const ComposeMessage = lazy(async () => ({ default: (await import('./compose-message.tsx')).ComposeMessage }))

interface MessageStepProps {
  editor: Editor
  /** The content is fixed and can only be viewed. */
  isLocked: boolean
}

/** The message: per channel, with variables and a preview for a contact. */
export function MessageStep({ editor, isLocked }: MessageStepProps) {
  const { form } = editor
  const { channel, name, definition } = form.values
  const [variant, setVariant] = useState(0)
  const [composing, setComposing] = useState(false)
  const variants = definition.ab?.variants ?? []
  const at = Math.min(variant, variants.length)
  const path: ContentPath = at === 0 ? 'definition.content' : `definition.ab.variants.${at - 1}.content`
  const content = at === 0 ? definition.content : (variants[at - 1]?.content ?? definition.content)
  const general = form.errors[path]
  const [ways, setWays] = useState<Partial<Record<ContentPath, EmailWay>>>({})
  const way = content.design ? 'design' : (ways[path] ?? (content.html.trim() === '' ? 'design' : 'html'))
  // The designer needs the width: its preview takes the place of the canvas.
  const isDesigned = channel === 'email' && way === 'design'
  const preview = (
    <Suspense fallback={<Skeleton height={480} radius={12} />}>
      <MessagePreview
        channel={channel}
        content={content}
        campaignName={name}
        purpose={definition.purpose}
        byAgent={definition.agent !== null}
        trackClicks={definition.tracking.clicks}
        audience={definition.audience}
      />
    </Suspense>
  )
  return (
    <div className={isDesigned ? classes.whole : classes.split}>
      <Card
        title={t('Message')}
        aside={
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconSparkles size={15} stroke={1.7} aria-hidden />}
            aria-expanded={composing}
            disabled={isLocked}
            onClick={() => setComposing(!composing)}
          >
            {t('Write with AI')}
          </Button>
        }
      >
        <div className={styles.stackWide}>
          {variants.length > 0 && (
            <SegmentedControl
              aria-label={t('Variant')}
              value={String(at)}
              onChange={(next) => setVariant(Number(next))}
              data={[{ value: '0', label: t('Variant A') }, ...variants.map(({ name: label }, n) => ({ value: String(n + 1), label }))]}
            />
          )}
          {definition.agent && <AgentNotice channel={channel} content={content} />}
          {composing && !isLocked && (
            <Suspense fallback={<Skeleton height={140} radius={10} />}>
              <ComposeMessage
                channel={channel}
                agentId={form.values.agentId}
                onUse={(written) => {
                  form.setFieldValue(path, withWritten(content, written))
                  setComposing(false)
                }}
              />
            </Suspense>
          )}
          {general && <p className={classes.error}>{general}</p>}
          <WrittenByAgent value={definition.agent !== null}>
            <fieldset className={`${styles.stackWide} ${styles.fieldset}`} disabled={isLocked} aria-label={t('Message')}>
              <ContentFields
                key={`${channel}${path}`}
                form={form}
                path={path}
                channel={channel}
                content={content}
                isLocked={isLocked}
                preview={preview}
                way={way}
                onWay={(next) => setWays({ ...ways, [path]: next })}
              />
            </fieldset>
          </WrittenByAgent>
        </div>
      </Card>
      {!isDesigned && preview}
    </div>
  )
}

/** What an agent wrote becomes a block of a design; else it replaces the message. */
function withWritten(content: MessageContent, { html, ...written }: { subject?: string; html?: string; text: string }): MessageContent {
  if (!content.design) return { ...content, ...written, ...(html === undefined ? {} : { html }) }
  return { ...content, subject: written.subject || content.subject, design: withText(content.design, written.text) }
}

const hasPlace = (template: string) => template.includes('agent_text')

/** Shows where the agent's text is inserted, or that the placeholder is missing. */
function AgentNotice({ channel, content }: { channel: Channel; content: MessageContent }) {
  const variable = '{{ agent_text }}'
  const texts = t("An agent writes each message. This is the frame: {variable} is replaced by the agent's text.", {
    variable,
  })
  const frame = content.design ? JSON.stringify(content.design) : content.html
  if (channel === 'email' && frame.trim() !== '' && !hasPlace(frame))
    return (
      <Notice tone="warn">
        {texts} {t('The message does not use it yet. Without it, the email is plain text with your footer, without this design.')}
      </Notice>
    )
  if (channel === 'webhook' && !hasPlace(content.text))
    return (
      <Notice tone="warn">
        {texts} {t('The JSON needs it, as the value of a field.')}
      </Notice>
    )
  if (channel === 'whatsapp' && content.whatsappTemplateId !== null && !content.whatsappVariables.some(hasPlace))
    return (
      <Notice tone="warn">
        {texts} {t('The text of a template is fixed: write it into one of the variables.')}
      </Notice>
    )
  return <Notice tone="info">{texts}</Notice>
}
