import { createFileRoute } from '@tanstack/react-router'
import { CookiesPage } from '../features/landing/index.ts'

export const Route = createFileRoute('/cookies')({ component: CookiesPage })
