import type { ReactNode } from 'react'

interface Props {
  /** The number people are called by, and a line under it; without one the card begins with the name. */
  no?: ReactNode
  under?: ReactNode
  name: ReactNode
  /** Beside the name: age and sex. */
  beside?: ReactNode
  text?: ReactNode
  /** Status, waiting, signs. */
  status?: ReactNode
  /** The big next step. */
  action?: ReactNode
  tone?: 'now' | 'emg'
  onOpen?: () => void
}

/** A row of a list on a phone. The card opens the detail; its button takes the next step. */
export function ListCard({ no, under, name, beside, text, status, action, tone, onOpen }: Props) {
  return (
    <article className={`ac ${tone ?? ''} ${no === undefined ? 'plain' : ''}`}>
      {no !== undefined && (
        <div className="no">
          <b>{no}</b>
          {under && <span>{under}</span>}
        </div>
      )}
      <button type="button" className="cardbody" onClick={onOpen} disabled={!onOpen}>
        <span className="nm">
          <span className="ell">{name}</span>
          {beside && <small>{beside}</small>}
        </span>
        {text && <span className="cc ell">{text}</span>}
        {status && <span className="st">{status}</span>}
      </button>
      {action && <div className="go">{action}</div>}
    </article>
  )
}
