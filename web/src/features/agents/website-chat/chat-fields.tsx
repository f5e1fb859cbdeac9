import { NumberInput, Switch, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { chatLimits } from '@imperium/contract/chat.ts'
import { formatMicros } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { DollarsInput } from '../../../ui/form/dollars-input.tsx'
import { OpeningHoursField } from '../../../ui/form/opening-hours.tsx'
import form_ from '../editor/form.module.css'
import type { ChatValues } from './chat-form.ts'

interface ChatFieldsProps {
  form: UseFormReturnType<ChatValues & Record<string, unknown>>
  disabled: boolean
  spentMicros: number
}

export function ChatFields({ form, disabled, spentMicros }: ChatFieldsProps) {
  const { enabled, hasHours } = form.values
  const toggle = (name: 'enabled' | 'hasPage' | 'handsOver' | 'mailsTranscript' | 'hasHours') => ({
    disabled,
    ...form.getInputProps(name, { type: 'checkbox' as const }),
  })
  return (
    <>
      <Switch
        label={t('Visitors can talk to this agent')}
        description={t('Turning it off stops every conversation at once.')}
        {...toggle('enabled')}
      />
      {enabled && (
        <>
          <TextInput label={t('Title')} withAsterisk maxLength={80} disabled={disabled} {...form.getInputProps('title')} />
          <Textarea
            label={t('Welcome text')}
            placeholder={t('Hello! How can I help you?')}
            autosize
            minRows={2}
            maxRows={5}
            maxLength={500}
            disabled={disabled}
            {...form.getInputProps('welcome')}
          />
          <Textarea
            label={t('Allowed websites')}
            description={t('One a line. Only these may show the chat.')}
            placeholder="https://www.example.com"
            autosize
            minRows={2}
            maxRows={6}
            disabled={disabled}
            {...form.getInputProps('origins')}
            error={Object.entries(form.errors).find(([path]) => path.startsWith('origins'))?.[1]}
          />
          <div className={form_.pair}>
            <TextInput
              label={t('Accent color')}
              placeholder={t('That of your emails')}
              maxLength={7}
              disabled={disabled}
              {...form.getInputProps('accent')}
            />
            <NumberInput
              label={t('Messages of a visitor per hour')}
              min={chatLimits.perHour.min}
              max={chatLimits.perHour.max}
              disabled={disabled}
              {...form.getInputProps('perHour')}
            />
          </div>
          <DollarsInput
            label={t('Budget per day')}
            description={t('In US dollars. Spent today: {amount}', { amount: formatMicros(spentMicros) })}
            disabled={disabled}
            {...form.getInputProps('budgetDollars')}
            error={form.errors['dailyBudgetMicros']}
          />
          <Switch
            label={t('A page of its own')}
            description={t('Anyone with the link can talk to the agent there.')}
            {...toggle('hasPage')}
          />
          <Switch
            label={t('Hand over to a person')}
            description={t('Visitors can ask for a person, who answers in Messages.')}
            {...toggle('handsOver')}
          />
          <Switch
            label={t('Conversation by email')}
            description={t('Visitors can have their conversation emailed to them.')}
            {...toggle('mailsTranscript')}
          />
          <Switch
            label={t('Opening hours')}
            description={t('When people answer. At other times visitors leave an email address.')}
            {...toggle('hasHours')}
          />
          {hasHours && <OpeningHoursField form={form} disabled={disabled} errorPath="openingHours" />}
        </>
      )}
    </>
  )
}
