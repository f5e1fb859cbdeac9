import { createFileRoute } from '@tanstack/react-router'
import { SecurityPage } from '../features/landing/index.ts'

export const Route = createFileRoute('/security')({ component: SecurityPage })
