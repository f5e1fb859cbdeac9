import { Skeleton } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { ComponentProps, ReactNode } from 'react'

// Charts and their math are in a separate chunk: a page shows its text and figures without waiting for them.
const Area = lazy(async () => ({ default: (await import('./area-chart.tsx')).AreaChart }))
const Ring = lazy(async () => ({ default: (await import('./donut.tsx')).Donut }))
const Line = lazy(async () => ({ default: (await import('./sparkline.tsx')).Sparkline }))

/** An area chart; a placeholder of the same height while it loads. */
export function AreaChart(props: ComponentProps<typeof Area>) {
  return (
    <Suspense fallback={<Skeleton height={props.height} radius="md" />}>
      <Area {...props} />
    </Suspense>
  )
}

/** A donut with its legend; `fallback` keeps its place. */
export function Donut({ fallback, ...props }: ComponentProps<typeof Ring> & { fallback: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <Ring {...props} />
    </Suspense>
  )
}

/** A decorative sparkline, without a placeholder. */
export function Sparkline(props: ComponentProps<typeof Line>) {
  return (
    <Suspense fallback={null}>
      <Line {...props} />
    </Suspense>
  )
}
