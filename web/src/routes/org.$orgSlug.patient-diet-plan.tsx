import { createFileRoute } from '@tanstack/react-router'
import { DietPlansPage, parseDietPlansSearch } from '../features/diet-plans/index.ts'

export const Route = createFileRoute('/org/$orgSlug/patient-diet-plan')({ validateSearch: parseDietPlansSearch, component: DietPlansPage })
