import { NumberInput, Select, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { NewChannelAgentBody, agentChannels, channelAgentLimits } from '@imperium/contract/channels/channel-agents.ts'
import type { ChannelAgent } from '@imperium/contract/channels/channel-agents.ts'
import type { ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import { agentsByName } from '../../../lib/queries/agents-by-name.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DollarsInput } from '../../../ui/form/dollars-input.tsx'
import { budgetDollars, budgetMicros } from '../../../ui/form/budget.ts'
import { daysOf, hoursOf } from '../../../ui/form/opening-days.ts'
import { OpeningHoursField } from '../../../ui/form/opening-hours.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { addAgentMutation, saveAgentMutation } from './agents-api.ts'
import { sendersQuery } from '../api.ts'
import { channelLabels } from '../channel-labels.ts'

const valuesOf = (row: ChannelAgent | null) => ({
  channel: row?.channel ?? agentChannels[0],
  agentId: row?.agentId ?? '',
  accountId: row?.accountId ?? '',
  senderId: row?.senderId ?? '',
  enabled: row?.enabled ?? true,
  mode: row?.mode ?? ('draft' as const),
  hasHours: row !== null && row.hours !== null,
  days: daysOf(row?.hours ?? null),
  hoursMode: row?.hoursMode ?? ('within' as const),
  budgetDollars: row ? budgetDollars(row.dailyBudgetMicros) : 5,
  perDay: row?.perDay ?? 20,
  inRow: row?.inRow ?? 6,
})
type Values = ReturnType<typeof valuesOf> & { budgetDollars: number | string }

const bodyOf = ({ hasHours, days, budgetDollars: budget, accountId, senderId, channel, ...rest }: Values) => ({
  ...rest,
  channel,
  accountId: accountId || null,
  senderId: channel === 'email' ? senderId || null : null,
  hours: hasHours ? hoursOf(days) : null,
  dailyBudgetMicros: budgetMicros(budget),
})

interface AgentDialogProps {
  editing: ChannelAgent | null
  accounts: readonly ChannelAccount[]
  onClose: () => void
}

/** Which agent answers where, how, when, and how much. */
export function AgentDialog({ editing, accounts, onClose }: AgentDialogProps) {
  const agents = useQuery(agentsByName)
  const add = useMutation(addAgentMutation)
  const save = useMutation(saveAgentMutation)
  const form = useContractForm<Values & Record<string, unknown>>({
    schema: NewChannelAgentBody,
    initialValues: { ...valuesOf(editing) },
    toBody: (values) => bodyOf(values),
  })
  const submit = form.onSubmit((values) => {
    const after = { onSuccess: onClose, onError: (error: unknown) => void showFieldErrors(form, error) }
    const { channel, ...body } = bodyOf(values)
    if (editing) save.mutate({ params: { id: editing.id }, body: { ...body, updatedAt: editing.updatedAt } }, after)
    else add.mutate({ body: { channel, ...body } }, after)
  })
  const { hasHours } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Edit agent on the channel') : t('Let an agent answer')}
      onSubmit={submit}
      submitLabel={editing ? t('Save changes') : t('Add agent')}
      busyLabel={t('Saving...')}
      busy={add.isPending || save.isPending}
      width={560}
    >
      <Select
        label={t('Agent')}
        withAsterisk
        searchable
        data={(agents.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('agentId')}
      />
      <PlaceFields form={form} accounts={accounts} isNew={editing === null} />
      <Switch
        label={t('On')}
        description={t('Turning it off stops the agent at once.')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <Select
        label={t('How the agent answers')}
        allowDeselect={false}
        data={[
          { value: 'draft', label: t('Draft for approval') },
          { value: 'auto', label: t('Answer by itself') },
        ]}
        {...form.getInputProps('mode')}
      />
      <Switch label={t('Only at certain hours')} {...form.getInputProps('hasHours', { type: 'checkbox' })} />
      {hasHours && (
        <>
          <Select
            label={t('Hours of the agent')}
            allowDeselect={false}
            data={[
              { value: 'within', label: t('Within these hours') },
              { value: 'outside', label: t('Outside of these hours') },
            ]}
            {...form.getInputProps('hoursMode')}
          />
          <OpeningHoursField form={form} disabled={false} errorPath="hours" />
        </>
      )}
      <LimitFields form={form} />
    </FormDialog>
  )
}

type Form = ReturnType<typeof useContractForm<Values & Record<string, unknown>>>

function PlaceFields({ form, accounts, isNew }: { form: Form; accounts: readonly ChannelAccount[]; isNew: boolean }) {
  const senders = useQuery(sendersQuery)
  const { channel } = form.values
  return (
    <>
      <Select
        label={t('Channel')}
        withAsterisk
        allowDeselect={false}
        disabled={!isNew}
        data={agentChannels.map((each) => ({ value: each, label: channelLabels[each] }))}
        {...form.getInputProps('channel')}
        onChange={(next) =>
          form.setValues({ channel: agentChannels.find((each) => each === next) ?? 'email', accountId: '', senderId: '' })
        }
      />
      <Select
        label={t('Account')}
        placeholder={t('All that have no agent of their own')}
        clearable
        data={accounts.filter((account) => account.channel === channel).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('accountId')}
        value={form.values.accountId || null}
        onChange={(next) => form.setFieldValue('accountId', next ?? '')}
      />
      {channel === 'email' && (
        <Select
          label={t('Address that contacts write to')}
          placeholder={t('All that have no agent of their own')}
          clearable
          data={(senders.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
          {...form.getInputProps('senderId')}
          value={form.values.senderId || null}
          onChange={(next) => form.setFieldValue('senderId', next ?? '')}
        />
      )}
    </>
  )
}

function LimitFields({ form }: { form: Form }) {
  return (
    <>
      <DollarsInput
        label={t('Budget per day')}
        description={t('In US dollars, for all contacts of this agent.')}
        {...form.getInputProps('budgetDollars')}
        error={form.errors['dailyBudgetMicros']}
      />
      <NumberInput label={t('Answers to a contact per day')} {...channelAgentLimits.perDay} {...form.getInputProps('perDay')} />
      <NumberInput
        label={t('Answers in a row without a person')}
        description={t('Then a person continues: two machines do not answer each other forever.')}
        {...channelAgentLimits.inRow}
        {...form.getInputProps('inRow')}
      />
    </>
  )
}
