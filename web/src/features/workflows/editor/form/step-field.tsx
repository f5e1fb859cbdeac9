import { ConnectionActionField, ConnectionField } from './connection-fields.tsx'
import { ConnectionInputField } from './connection-input.tsx'
import { ChoiceField, ChoicesField } from './choice-fields.tsx'
import { isChoiceKind } from './choices.ts'
import { DesignField } from './design-field.tsx'
import type { FieldProps } from './field-props.ts'
import { CasesField, ConditionsField, NamesField, PairsField } from './list-fields.tsx'
import { CodeField, JsonField, NumberField, SelectField, SwitchField, TemplateField, TextField } from './text-fields.tsx'
import { CronField, DateTimeField, DurationField, TimeField, TimeZoneField, WeekdaysField } from './time-fields.tsx'

const fields = {
  text: TextField,
  template: TemplateField,
  longTemplate: TemplateField,
  htmlTemplate: TemplateField,
  emailDesign: DesignField,
  number: NumberField,
  switch: SwitchField,
  select: SelectField,
  eventType: SelectField,
  code: CodeField,
  json: JsonField,
  duration: DurationField,
  cron: CronField,
  timezone: TimeZoneField,
  datetime: DateTimeField,
  weekdays: WeekdaysField,
  time: TimeField,
  pairs: PairsField,
  conditions: ConditionsField,
  cases: CasesField,
  names: NamesField,
  connection: ConnectionField,
  connectionAction: ConnectionActionField,
  connectionInput: ConnectionInputField,
}

/** One field of a step's form, chosen by its type. */
export function StepField(props: FieldProps) {
  const { kind } = props.field
  if (isChoiceKind(kind)) {
    const Choose = kind === 'members' || kind === 'tags' ? ChoicesField : ChoiceField
    return <Choose {...props} kind={kind} />
  }
  const Field = fields[kind]
  return <Field {...props} />
}
