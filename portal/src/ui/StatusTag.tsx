import type { ReactNode } from 'react'

/** The six kinds of a status. `badSolid` marks what must not be overlooked, such as an emergency access. */
export type StatusKind = 'neutral' | 'info' | 'primary' | 'ok' | 'warn' | 'bad' | 'badSolid'

const CLASS: Record<StatusKind, string> = {
  neutral: '',
  info: 'info',
  primary: 'pri',
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  badSolid: 'solidbad',
}

interface Props {
  kind: StatusKind
  /** Icon and word, always both: colour alone says nothing. */
  icon: ReactNode
  children: ReactNode
  title?: string
}

export function StatusTag({ kind, icon, children, title }: Props) {
  return (
    <span className={`tag ${CLASS[kind]}`} title={title}>
      {icon}
      {children}
    </span>
  )
}

/** A number beside a word: grey, primary, or red for what a person waits for. */
export function Count({ value, kind, label }: { value: number; kind?: 'hot' | 'pri'; label?: string }) {
  return (
    <span className={`count ${kind ?? ''}`} title={label}>
      {value > 999 ? '999+' : value}
    </span>
  )
}
