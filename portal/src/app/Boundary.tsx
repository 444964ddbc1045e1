import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.ts'

/** Keeps a failure above the pages from taking the page with it. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
    notify({
      kind: 'bad',
      title: t('common.error.title'),
      text: error.message,
      lasts: 'untilClosed',
      key: 'boundary',
      action: { label: t('common.retry'), run: () => this.setState({ failed: false }) },
    })
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
