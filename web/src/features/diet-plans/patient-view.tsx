import type { DietPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { FactList } from '../../ui/text/fact-list.tsx'
import { activityLabels, genderLabels, pregnancyLabels } from './diet-plan-labels.ts'

const listed = (items: readonly string[]): string => (items.length > 0 ? items.join(', ') : t('None entered'))

/** What was entered for a plan. */
export function PatientView({ plan }: { plan: DietPlan }) {
  const { patientAge, patientGender, weightKg, heightCm, activity, pregnancy, target } = plan
  return (
    <FactList
      labelWidth={168}
      facts={[
        [t('Patient'), plan.patientName],
        [t('Disease'), plan.disease],
        patientAge !== null && [t('Age'), patientAge],
        patientGender && [t('Gender'), genderLabels[patientGender]],
        [t('Allergies'), listed(plan.allergies)],
        [t('Medications'), listed(plan.medications)],
        [t('Dietary restrictions'), listed(plan.dietaryRestrictions)],
        plan.specialInstructions && [t('Special instructions'), plan.specialInstructions],
        weightKg !== null && [t('Weight (kg)'), weightKg],
        heightCm !== null && [t('Height (cm)'), heightCm],
        activity && [t('Activity'), activityLabels[activity]],
        pregnancy && [t('Pregnancy'), pregnancyLabels[pregnancy]],
        [
          t('Energy target'),
          target
            ? t('{calories} kcal a day, {protein} g protein ({basis})', {
                calories: formatNumber(target.calories),
                protein: target.protein,
                basis: target.basis,
              })
            : t('no energy target'),
        ],
        [t('AI Model'), plan.modelName],
        [t('Created'), `${formatDate(plan.createdAt)}, ${plan.createdBy}`],
      ]}
    />
  )
}
