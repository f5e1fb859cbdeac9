import { Checkbox, NumberInput, Select, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { GenerateDietPlanBody, activities, dietPlanLimits, genders, pregnancies } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { CatalogueModel } from '@imperium/contract/ai-models.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { call, keyOf } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { ModelSelect, isServed, pickModel } from '../ai-models/index.ts'
import { catalogueQuery } from './api.ts'
import { activityLabels, genderLabels, pregnancyLabels } from './diet-plan-labels.ts'
import { emptyPlan, toGenerateBody } from './generate-form.ts'
import type { GenerateValues } from './generate-form.ts'
import styles from '../../ui/styles.module.css'
import classes from './diet-plans.module.css'

interface GeneratePanelProps {
  refusal: string | undefined
  onClose: () => void
  /** The plan that is now being written. */
  onCreated: (planId: string) => void
}

const noModels: readonly CatalogueModel[] = []

/** The form of a new diet plan, in a side panel. */
export function GeneratePanel({ refusal, onClose, onCreated }: GeneratePanelProps) {
  const { data: catalogue = noModels, isPending } = useQuery(catalogueQuery)
  const form = useContractForm<GenerateValues>({
    initialValues: emptyPlan,
    schema: GenerateDietPlanBody,
    toBody: (values) => toGenerateBody(withModel(values, catalogue)),
  })
  const generate = useMutation({
    mutationFn: (values: GenerateValues) => call(dietPlans.generate, { body: toGenerateBody(withModel(values, catalogue)) }),
    meta: { silent: true, invalidates: [keyOf(dietPlans.list), keyOf(dietPlans.stats)] },
    onSuccess: ({ planId }) => onCreated(planId),
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('Failed to generate diet plan. Please check the console for details.'))
    },
  })
  return (
    <FormDialog
      place="side"
      width="max(60%, 560px)"
      opened
      onClose={onClose}
      title={t('Generate Diet Plan')}
      onSubmit={form.onSubmit((values) => generate.mutate(values))}
      submitLabel={t('Generate Diet Plan')}
      busyLabel={t('Generating...')}
      busy={generate.isPending}
      disabledReason={refusal}
      footer={<span className={classes.footNote}>{t('Not medical advice')}</span>}
    >
      <PatientFields form={form} />
      <PlanFields form={form} />
      <ModelField form={form} catalogue={catalogue} loading={isPending} />
      <TargetFields form={form} />
      <Checkbox
        label={t('The patient agreed that these details are processed')}
        description={t('Recorded with your name and the time. The name of the patient is never sent to the AI model.')}
        {...form.getInputProps('consentGiven', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

/** Without a choice the organization's default serves. */
const withModel = (values: GenerateValues, catalogue: readonly CatalogueModel[]): GenerateValues =>
  values.aiModelConfigId === '' ? { ...values, aiModelConfigId: configOf(catalogue, pickModel(catalogue, '')) } : values

const configOf = (catalogue: readonly CatalogueModel[], modelId: string | null): string =>
  catalogue.find((model) => model.modelId === modelId && isServed(model))?.configId ?? ''

interface FieldsProps {
  form: UseFormReturnType<GenerateValues>
}

function ModelField({ form, catalogue, loading }: FieldsProps & { catalogue: readonly CatalogueModel[]; loading: boolean }) {
  const { aiModelConfigId } = withModel(form.values, catalogue)
  return (
    <ModelSelect
      label={t('AI Model')}
      catalogue={catalogue}
      loading={loading}
      value={catalogue.find(({ configId }) => configId === aiModelConfigId)?.modelId ?? ''}
      error={form.errors['aiModelConfigId']}
      onChange={(modelId) => form.setFieldValue('aiModelConfigId', configOf(catalogue, modelId))}
    />
  )
}

function PatientFields({ form }: FieldsProps) {
  const separated = t('Separate with commas.')
  return (
    <>
      <TextInput label={t('Patient name')} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('patientName')} />
      <div className={classes.pair}>
        <NumberInput
          label={t('Age')}
          min={dietPlanLimits.age.min}
          max={dietPlanLimits.age.max}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('patientAge')}
        />
        <Select
          label={t('Gender')}
          clearable
          data={genders.map((value) => ({ value, label: genderLabels[value] }))}
          {...form.getInputProps('patientGender')}
        />
      </div>
      <TextInput label={t('Disease')} withAsterisk maxLength={200} placeholder={t('Type 2 diabetes')} {...form.getInputProps('disease')} />
      <TextInput label={t('Allergies')} placeholder={t('Milk, peanuts')} description={separated} {...form.getInputProps('allergies')} />
      <TextInput label={t('Medications')} placeholder={t('Metformin')} description={separated} {...form.getInputProps('medications')} />
      <TextInput
        label={t('Dietary restrictions')}
        placeholder={t('Vegetarian')}
        description={separated}
        {...form.getInputProps('dietaryRestrictions')}
      />
    </>
  )
}

function PlanFields({ form }: FieldsProps) {
  const { days, meals } = dietPlanLimits
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          label={t('Number of days')}
          withAsterisk
          min={days.min}
          max={days.max}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('numberOfDays')}
        />
        <NumberInput
          label={t('Meals per day')}
          withAsterisk
          min={meals.min}
          max={meals.max}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('mealsPerDay')}
        />
      </div>
      <TextInput label={t('First day')} type="date" description={t('Today unless given.')} {...form.getInputProps('startsOn')} />
      <Textarea
        label={t('Special instructions')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        {...form.getInputProps('specialInstructions')}
      />
    </>
  )
}

/** What an energy target is computed from. */
function TargetFields({ form }: FieldsProps) {
  return (
    <>
      <p className={styles.hint}>{t('With age, gender, weight, height and activity of an adult the plan gets an energy target.')}</p>
      <div className={classes.pair}>
        <NumberInput label={t('Weight (kg)')} min={1} max={500} decimalScale={1} clampBehavior="none" {...form.getInputProps('weightKg')} />
        <NumberInput
          label={t('Height (cm)')}
          min={30}
          max={260}
          decimalScale={1}
          clampBehavior="none"
          {...form.getInputProps('heightCm')}
        />
      </div>
      <div className={classes.pair}>
        <Select
          label={t('Activity')}
          clearable
          data={activities.map((value) => ({ value, label: activityLabels[value] }))}
          {...form.getInputProps('activity')}
        />
        <Select
          label={t('Pregnancy')}
          clearable
          data={pregnancies.map((value) => ({ value, label: pregnancyLabels[value] }))}
          {...form.getInputProps('pregnancy')}
        />
      </div>
    </>
  )
}
