import { createFileRoute } from '@tanstack/react-router'
import { ChannelsPage } from '../features/channels/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/channels')({ component: ChannelsPage })
