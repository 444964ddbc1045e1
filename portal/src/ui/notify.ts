import type { ReactNode } from 'react'

/** How long a notification stays, in seconds (SHELL-13). A pointer over it holds it. */
export const NOTIFY_SECONDS = { normal: 5, store: 8, measurement: 3, joinedRoom: 8, family: 8, untilClosed: 0 } as const

export interface Notice {
  kind: 'ok' | 'info' | 'warn' | 'bad'
  title: string
  text?: ReactNode
  /** One thing to do about it: undo, call back, reload. */
  action?: { label: string; run: () => void }
  lasts?: keyof typeof NOTIFY_SECONDS
  /** The same key replaces the earlier one instead of stacking. */
  key?: string
}

/** `false`: until somebody closes it. */
export const secondsOf = (notice: Pick<Notice, 'lasts'>): number | false =>
  NOTIFY_SECONDS[notice.lasts ?? 'normal'] || false

export interface Question {
  title: string
  /** What will happen. */
  text: ReactNode
  ok: string
  cancel: string
  danger?: boolean
}

/** Answers whether it is to be done. */
export type Ask = (question: Question) => Promise<boolean>

interface Desk {
  show(notice: Notice): void
  close(key: string): void
  ask: Ask
}

let desk: Desk | null = null
const waiting: Notice[] = []
const questions: { question: Question; answer: (yes: boolean) => void }[] = []

/** The host component hands itself in here; what was said before it was there is said now. */
export function registerDesk(next: Desk | null): void {
  desk = next
  if (!next) return
  for (const notice of waiting.splice(0)) next.show(notice)
  for (const { question, answer } of questions.splice(0)) void next.ask(question).then(answer)
}

/** Says something at the edge of the screen. From anywhere, also outside components. */
export function notify(notice: Notice): void {
  if (desk) desk.show(notice)
  else waiting.push(notice)
}
export const closeNotice = (key: string): void => desk?.close(key)

/** Asks once, before an act that cannot be undone. */
export function confirmAct(question: Question): Promise<boolean> {
  if (desk) return desk.ask(question)
  return new Promise((answer) => questions.push({ question, answer }))
}
