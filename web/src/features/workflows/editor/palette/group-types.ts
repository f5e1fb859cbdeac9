import { stepCategories } from '@imperium/contract/workflows/workflow-steps.ts'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'
import { t, translateMessage } from '../../../../lib/words.ts'

const categoryLabels: Record<StepType['category'], string> = {
  trigger: t('Triggers'),
  ai: t('AI'),
  message: t('Messages'),
  data: t('Data'),
  logic: t('Logic'),
  people: t('People'),
  sales: t('Sales'),
  flow: t('Flow'),
  integration: t('Integrations'),
}

export interface TypeGroup {
  category: StepType['category']
  label: string
  types: readonly StepType[]
}

/** The types by category; only those with a name or description that matches the search. */
export function groupTypes(types: readonly StepType[], texts: string): TypeGroup[] {
  const wanted = texts.trim().toLowerCase()
  const matches = ({ label, description }: StepType) =>
    [translateMessage(label), translateMessage(description)].some((text) => text.toLowerCase().includes(wanted))
  return stepCategories
    .map((category) => ({
      category,
      label: categoryLabels[category],
      types: types.filter((type) => type.category === category && matches(type)),
    }))
    .filter((group) => group.types.length > 0)
}
