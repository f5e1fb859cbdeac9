import { createFileRoute } from '@tanstack/react-router'
import { ApprovePage } from '../features/workflows/index.ts'

export const Route = createFileRoute('/approve/$token')({ component: ApprovePage })
