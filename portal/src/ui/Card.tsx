import type { ReactNode } from 'react'

interface Props {
  title?: ReactNode
  /** Right side of the head: a count, a link, a switch. */
  extra?: ReactNode
  children: ReactNode
  className?: string
  /** Names the section for a screen reader when the title is not plain text. */
  label?: string
}

export function Card({ title, extra, children, className = '', label }: Props) {
  return (
    <section className={`card ${className}`} aria-label={label}>
      {(title || extra) && (
        <div className="hd">
          {title && <h2>{title}</h2>}
          {extra && <div className="rt">{extra}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
