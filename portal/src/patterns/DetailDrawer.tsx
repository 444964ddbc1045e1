import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import type { DrawerStep } from './listProps.ts'

interface Props {
  /** For screen readers: 'Appointment detail'. */
  label: string
  /** First line: status and number. */
  top?: ReactNode
  /** Under it: the patient header, signs. */
  head?: ReactNode
  children: ReactNode
  /** The acts, at the bottom. */
  footer?: ReactNode
  step: DrawerStep
  /** Its body may hold nothing that takes the focus: then the body does, for the keys to scroll it. */
  plain?: boolean
}

/** The detail beside its list, so that the list stays; on a phone a page of its own. */
export function DetailDrawer({ label, top, head, children, footer, step, plain }: Props) {
  const t = useT()
  const arrow = (name: string, run: (() => void) | undefined, icon: ReactNode) => (
    <button type="button" className="icbtn sm" aria-label={name} title={name} disabled={!run} onClick={run}>
      {icon}
    </button>
  )
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // Opened from a row, or come in place of another detail: the next Tab is this one's first button. A field that is
    // being written in keeps the focus.
    const at = document.activeElement
    if (!at || at === document.body || at.matches('tr')) box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside className="drawer" aria-label={label} ref={box} tabIndex={-1}>
      <div className="dh">
        <div className="row">
          {top}
          <span className="grow" />
          {arrow(t('common.previous'), step.previous, <UpOutlined />)}
          {arrow(t('common.following'), step.next, <DownOutlined />)}
          {arrow(t('common.close'), step.close, <CloseOutlined />)}
        </div>
        {head}
      </div>
      {plain ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
        <section className="db" aria-label={label} tabIndex={0}>
          {children}
        </section>
      ) : (
        <div className="db">{children}</div>
      )}
      {footer && <div className="df">{footer}</div>}
    </aside>
  )
}
