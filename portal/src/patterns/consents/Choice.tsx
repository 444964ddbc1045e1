import type { ReactNode } from 'react'

interface Props {
  group: string
  on: boolean
  off?: boolean
  onPick: () => void
  children: ReactNode
}

/** One of several ways, as the browser has it. */
export const Choice = ({ group, on, off = false, onPick, children }: Props) => (
  <label className={off ? 't3' : ''}>
    <input type="radio" name={group} checked={on} disabled={off} onChange={onPick} /> {children}
  </label>
)
