import { Component } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { ErrorState } from './error-state.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** A change clears the error: the path of the page, for example. */
  resetKey?: string
}
interface ErrorBoundaryState {
  error: unknown
}

/** Keeps a fault inside the part that failed: the rest of the screen stays, and the part can be tried again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error: error ?? new Error('Unknown error') }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A part of the page failed.', error, info.componentStack)
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.error !== null && previous.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <ErrorState error={this.state.error} title={t('This part of the page failed')} onRetry={() => this.setState({ error: null })} />
  }
}
