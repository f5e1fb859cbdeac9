import { IconSalad } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  navigation: [
    {
      label: t('Patient Diet Plan'),
      path: 'patient-diet-plan',
      icon: IconSalad,
      permission: 'health:read',
      group: 'healthcare',
      order: 10,
    },
  ],
  creations: [
    {
      id: 'diet-plan.generate',
      label: t('Diet plan'),
      command: t('Generate a diet plan'),
      icon: IconSalad,
      path: 'patient-diet-plan?create=true',
      permission: 'health:write',
      order: 95,
    },
  ],
}
