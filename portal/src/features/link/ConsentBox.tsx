import type { ReactNode } from 'react'

interface Props {
  given: boolean
  title: ReactNode
  text: string
  onChange: (given: boolean) => void
}

/** One question of what is agreed to, with what it means below it. */
export function ConsentBox({ given, title, text, onChange }: Props) {
  return (
    <label className={`lk-consent ${given ? 'on' : ''}`}>
      <input type="checkbox" checked={given} onChange={({ target }) => onChange(target.checked)} />
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
    </label>
  )
}
